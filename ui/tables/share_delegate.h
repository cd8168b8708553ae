// Draws a bar behind a number: a share of something, such as of the row's largest.
#pragma once

#include <QStyledItemDelegate>

namespace arenascope::ui {

class ShareDelegate : public QStyledItemDelegate {
  Q_OBJECT

public:
  // Of the bar, 0 to 1; invalid where there is none.
  static constexpr int kShareRole = Qt::UserRole + 1;

  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace arenascope::ui

// Draws a bar behind a number: how much it is of the row's largest.
#pragma once

#include <QStyledItemDelegate>

namespace arenascope::ui {

class ShareDelegate : public QStyledItemDelegate {
  Q_OBJECT

public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace arenascope::ui

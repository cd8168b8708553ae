// Cells of a report's tables: a number with a bar beside it, a name with the colour of its kind.
#pragma once

#include <QStyledItemDelegate>

namespace arenascope::ui {

class CellDelegate : public QStyledItemDelegate {
  Q_OBJECT

public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace arenascope::ui

#include "ui/tables/share_delegate.h"

#include <QApplication>
#include <QPainter>

#include "ui/charts/theme.h"

namespace arenascope::ui {

void ShareDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyleOptionViewItem item = option;
  initStyleOption(&item, index);
  const QString text = item.text;
  item.text.clear();
  QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
  const QRectF cell = QRectF(option.rect).adjusted(3, 2, -3, -2);
  if (const QVariant share = index.data(kShareRole); share.isValid()) {
    QColor colour = Theme::from(option.palette).buffer(index.column() - 1);
    colour.setAlpha(150);
    QRectF bar = cell;
    bar.setLeft(cell.right() - cell.width() * share.toDouble());
    painter->fillRect(bar, colour);
  }
  const bool selected = (option.state & QStyle::State_Selected) != 0;
  painter->setPen(item.palette.color(selected ? QPalette::HighlightedText : QPalette::Text));
  painter->drawText(cell.adjusted(3, 0, -3, 0), static_cast<int>(item.displayAlignment), text);
}

QSize ShareDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  constexpr int kMargins = 14; // of the bar in the cell, of the text in the bar
  return QStyledItemDelegate::sizeHint(option, index) + QSize(kMargins, 0);
}

} // namespace arenascope::ui

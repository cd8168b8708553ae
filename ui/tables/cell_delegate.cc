#include "ui/tables/cell_delegate.h"

#include <QPainter>
#include <QStyle>
#include <QWidget>
#include <algorithm>

#include "ui/style/tokens.h"
#include "ui/style/type.h"

namespace arenascope::ui {

namespace {

constexpr int kCellSide = 10;     // pixels beside a text
constexpr int kCellBar = 64;      // a bar of a usable length and the room beside it
constexpr int kNumberRoom = 58;   // beside bars, so that those with short and with long numbers are equally long
constexpr int kFirstSide = 20;    // pixels before the first column's text
constexpr int kCellBarHeight = 6; // of which the ends are round
constexpr int kCellDot = 8;

void paintCellBar(QPainter& painter, const QRect& cell, int number, const QModelIndex& index, const Tokens& t,
                  bool selected) {
  const double height = scaled(kCellBarHeight);
  QRectF groove(cell.left() + scaled(kCellSide), cell.center().y() + 1 - height / 2, 0, height);
  groove.setRight(cell.right() - scaled(kCellSide) - std::max(number, scaled(kNumberRoom)) - scaled(kCellSide));
  if (groove.width() < height) return;
  painter.setPen(Qt::NoPen);
  painter.setBrush(selected ? QBrush(Qt::NoBrush) : QBrush(t.sunk));
  painter.drawRoundedRect(groove, height / 2, height / 2);
  const double share = std::clamp(index.data(CellDelegate::kBarRole).toDouble(), 0.0, 1.0);
  QRectF bar = groove;
  bar.setWidth(std::max(groove.width() * share, share > 0 ? 2.0 : 0.0));
  painter.setBrush(index.data(CellDelegate::kPeakRole).toBool() ? t.peak : t.of(Family::kOther).edge);
  painter.drawRoundedRect(bar, height / 2, height / 2);
}

} // namespace

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const bool selected = (option.state & QStyle::State_Selected) != 0;
  const QVariant family = index.data(CellDelegate::kFamilyRole);
  const bool bar = index.data(CellDelegate::kBarRole).isValid();
  QStyleOptionViewItem item = option;
  initStyleOption(&item, index);
  const QString text = item.text;
  item.text.clear();
  item.widget->style()->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
  const Tokens& t = tokensOn(option.palette.color(QPalette::Base));
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setFont(item.font);
  if (bar) paintCellBar(*painter, option.rect, item.fontMetrics.horizontalAdvance(text), index, t, selected);
  const int left = scaled(index.column() == 0 ? kFirstSide : kCellSide);
  QRect place = option.rect.adjusted(left, 0, -scaled(kCellSide), 0);
  if (family.isValid()) {
    const double size = scaled(kCellDot);
    painter->setPen(Qt::NoPen);
    painter->setBrush(t.of(static_cast<Family>(family.toInt())).edge);
    painter->drawRoundedRect(QRectF(place.left(), place.center().y() + 1 - size / 2, size, size), 2, 2);
    place.setLeft(place.left() + scaled(2 * kCellDot));
  }
  painter->setPen(index.data(kQuietRole).toBool() ? t.ink2 : t.ink);
  painter->drawText(place, static_cast<int>(item.displayAlignment),
                    item.fontMetrics.elidedText(text, item.textElideMode, place.width()));
  painter->restore();
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  int more = scaled(4); // a hair more than the text, which is not cut off
  if (index.column() == 0) more += scaled(kFirstSide - kCellSide);
  if (index.data(CellDelegate::kBarRole).isValid()) more += scaled(kCellBar);
  if (index.data(CellDelegate::kFamilyRole).isValid()) more += scaled(2 * kCellDot);
  return QStyledItemDelegate::sizeHint(option, index) + QSize(more, 0);
}

} // namespace arenascope::ui

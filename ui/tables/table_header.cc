#include "ui/tables/table_header.h"

#include <QPainter>

#include "ui/style/icons.h"
#include "ui/style/tokens.h"
#include "ui/style/type.h"

namespace arenascope::ui {

namespace {
// Pixels of the design, as in the cells below.
constexpr int kTitleSide = 10;
constexpr int kFirstTitleSide = 20;
constexpr int kSortArrow = 12;
constexpr int kTitleRow = 26;
} // namespace

TableHeader::TableHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) {
  setFont(textFont(kAxisText, QFont::Medium));
  setSectionsClickable(true);
  setHighlightSections(false);
}

void TableHeader::paintSection(QPainter* painter, const QRect& box, int column) const {
  const Tokens& tokens = tokensOn(palette().color(QPalette::Base));
  painter->fillRect(box, tokens.surface);
  painter->fillRect(QRect(box.left(), box.top(), box.width(), 1), tokens.hairline);
  painter->fillRect(QRect(box.left(), box.bottom(), box.width(), 1), tokens.hairline);
  const Qt::Alignment alignment(model()->headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt());
  const bool right = alignment.testFlag(Qt::AlignRight);
  const bool sorted = isSortIndicatorShown() && sortIndicatorSection() == column;
  QRect room = box.adjusted(scaled(column == 0 ? kFirstTitleSide : kTitleSide), 0, -scaled(kTitleSide), 0);
  const QString title = model()->headerData(column, Qt::Horizontal).toString();
  painter->setFont(font());
  painter->setPen(sorted ? tokens.ink : tokens.ink3);
  const QString shown = painter->fontMetrics().elidedText(title, Qt::ElideRight, room.width());
  painter->drawText(room, static_cast<int>(Qt::AlignVCenter | (right ? Qt::AlignRight : Qt::AlignLeft)), shown);
  if (!sorted) return;
  // On the side where there is room.
  const int width = painter->fontMetrics().horizontalAdvance(shown);
  const int size = scaled(kSortArrow);
  const int left = right ? room.right() - width - size - 2 : room.left() + width + 2;
  const QRect arrow(left, box.center().y() - size / 2, size, size);
  painter->save();
  painter->translate(arrow.center());
  if (sortIndicatorOrder() == Qt::AscendingOrder) painter->rotate(180);
  icon(Glyph::kDown).paint(painter, QRect(QPoint(-size / 2, -size / 2), arrow.size()));
  painter->restore();
}

QSize TableHeader::sectionSizeFromContents(int column) const {
  const QString title = model()->headerData(column, Qt::Horizontal).toString();
  const int sides = scaled(kTitleSide + (column == 0 ? kFirstTitleSide : kTitleSide));
  return {fontMetrics().horizontalAdvance(title) + sides + scaled(kSortArrow), scaled(kTitleRow)};
}

} // namespace arenascope::ui

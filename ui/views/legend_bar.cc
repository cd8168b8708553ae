#include "ui/views/legend_bar.h"

#include <QPainter>

namespace arenascope::ui {

namespace {
constexpr double kItemSwatch = 10.0; // pixels of the design
constexpr double kItemGap = 6.0;     // between a swatch and its name
constexpr double kItemsGap = 14.0;
} // namespace

LegendBar::LegendBar(QWidget* parent) : QWidget(parent) {
  setFont(textFont(kSmallText));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void LegendBar::setItems(std::vector<LegendItem> items) {
  items_ = std::move(items);
  QStringList names;
  for (const LegendItem& item : items_) names << item.name;
  setAccessibleName(tr("Legend: %1").arg(names.join(QStringLiteral("; "))));
  updateGeometry();
  update();
}

double LegendBar::widthOf(const LegendItem& item) const {
  return scaled(kItemSwatch + kItemGap) + QFontMetricsF(font()).horizontalAdvance(item.name);
}

QSize LegendBar::sizeHint() const {
  double width = 0;
  for (const LegendItem& item : items_) width += widthOf(item) + scaled(kItemsGap);
  return {static_cast<int>(width), scaled(20)};
}

// From the right, as many as there is room for: the last say what is marked.
void LegendBar::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Tokens& tokens = tokensOn(palette().color(QPalette::Base));
  const double swatch = scaled(kItemSwatch);
  double right = width();
  for (auto item = items_.rbegin(); item != items_.rend(); ++item) {
    const double left = right - widthOf(*item);
    if (left < 0) return;
    const QRectF box(left + 0.5, (height() - swatch) / 2 + 0.5, swatch - 1, swatch - 1);
    const bool frame = item->pattern == Qt::NoBrush;
    painter.setPen(frame ? QPen(item->colour, 2) : QPen(item->edge.isValid() ? item->edge : tokens.ink3, 1));
    painter.setBrush(frame ? QBrush(Qt::NoBrush) : QBrush(item->colour));
    painter.drawRoundedRect(box, 3, 3);
    if (!frame && item->pattern != Qt::SolidPattern) {
      QColor ink = tokens.ink;
      ink.setAlpha(90);
      painter.fillRect(box, QBrush(ink, item->pattern));
    }
    painter.setPen(tokens.ink2);
    painter.drawText(QRectF(left + scaled(kItemSwatch + kItemGap), 0, right, height()),
                     Qt::AlignLeft | Qt::AlignVCenter, item->name);
    right = left - scaled(kItemsGap);
  }
}

} // namespace arenascope::ui

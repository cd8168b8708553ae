#include "ui/charts/buffer_fills.h"

#include <QImage>
#include <QPaintEngine>
#include <QPainter>

#include "ui/charts/buffer_styles.h"

namespace arenascope::ui {

BufferColours::BufferColours(const Theme& theme) {
  for (std::size_t i = 0; i < kCount; ++i) {
    const QColor colour = theme.buffer(static_cast<int>(i));
    const QColor weak = QColor::fromHsl(colour.hslHue(), 30, theme.dark ? 62 : 225);
    strong_[i] = {colour.rgb(), colour.darker(150).rgb()};
    weak_[i] = {weak.rgb(), weak.darker(120).rgb()};
  }
}

PatternFills::PatternFills(QPainter& painter, const Theme& theme)
    : painter_(painter), theme_(theme),
      tiled_(painter.paintEngine()->type() == QPaintEngine::Raster && painter.device()->devicePixelRatioF() == 1.0) {}

void PatternFills::fill(const QRect& box, QRgb colour, Qt::BrushStyle pattern) {
  if (tiled_ && canShowPattern(box, pattern)) {
    painter_.fillRect(box, tileOf(colour, pattern));
    return;
  }
  painter_.fillRect(box, QColor(colour));
  drawPattern(painter_, box, pattern, theme_);
}

const QBrush& PatternFills::tileOf(QRgb colour, Qt::BrushStyle pattern) {
  constexpr int kTile = 64; // a multiple of the patterns' period
  QBrush& brush = tiles_[{colour, pattern}];
  if (brush.style() != Qt::NoBrush) return brush;
  QImage tile(kTile, kTile, QImage::Format_RGB32);
  tile.fill(QColor(colour));
  QPainter painter(&tile);
  drawPattern(painter, tile.rect(), pattern, theme_);
  painter.end();
  brush = QBrush(tile);
  return brush;
}

} // namespace arenascope::ui

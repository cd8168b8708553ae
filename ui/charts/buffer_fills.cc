#include "ui/charts/buffer_fills.h"

#include <QImage>
#include <QPaintEngine>
#include <QPainter>

#include "ui/charts/buffer_styles.h"

namespace arenascope::ui {

BufferColours::BufferColours(const Theme& theme, double fade) {
  constexpr double kFaded = 0.75; // of the way to the ground
  for (std::size_t slot = 0; slot < kAll; ++slot) {
    const int index = slot < kCount ? static_cast<int>(slot) : -1 - static_cast<int>(slot - kCount);
    const QColor fill = theme.buffer(index);
    const QColor edge = theme.edge(index);
    strong_[slot] = {fill.rgb(), edge.rgb()};
    weak_[slot] = {mixed(fill, theme.free, kFaded * fade).rgb(), mixed(edge, theme.free, kFaded * fade).rgb()};
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

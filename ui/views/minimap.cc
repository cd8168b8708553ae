#include "ui/views/minimap.h"

#include <QPainter>

#include "ui/pictures/lens_frame.h"

namespace arenascope::ui {

namespace {

constexpr double kShare = 0.22; // of the plot
constexpr double kFromEdge = 8.0;
constexpr QSizeF kLeast(90, 40);
constexpr QSizeF kMost(320, 140);
constexpr int kDrawnLarger = 3; // and made smaller, so that text in it becomes a texture

double share(double value, const AxisRange& range) { return (value - range.first) / range.length(); }

} // namespace

QRectF Minimap::boxIn(const Box& plot) {
  const QSizeF size = QSizeF(plot.width() * kShare, plot.height() * kShare).expandedTo(kLeast).boundedTo(kMost);
  if (plot.width() < 2 * size.width() || plot.height() < 2 * size.height()) return {};
  return {QPointF(plot.right - size.width() - kFromEdge, plot.top + kFromEdge), size};
}

void Minimap::paint(QPainter& painter, const Box& plot, const AxisView& time, const AxisView& bytes, const Theme& theme,
                    const Paint& whole) {
  const QRectF box = boxIn(plot);
  if (box.isEmpty()) return;
  const double ratio = painter.device()->devicePixelRatioF();
  const QSize size = (box.size() * ratio).toSize();
  if (picture_.size() != size) {
    QPixmap large(size * kDrawnLarger / ratio);
    large.fill(theme.background);
    QPainter small(&large);
    whole(small,
          {{0, 0, static_cast<double>(large.width()), static_cast<double>(large.height())}, time.full(), bytes.full()});
    small.end();
    picture_ = large.scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
  }
  painter.drawPixmap(box, picture_, QRectF(picture_.rect()));
  const QRectF part(QPointF(box.left() + share(time.shown().first, time.full()) * box.width(),
                            box.bottom() - share(bytes.shown().last, bytes.full()) * box.height()),
                    QPointF(box.left() + share(time.shown().last, time.full()) * box.width(),
                            box.bottom() - share(bytes.shown().first, bytes.full()) * box.height()));
  QColor veil = theme.background;
  veil.setAlpha(150);
  QRegion outside(box.toRect());
  outside -= part.toRect();
  painter.save();
  painter.setClipRegion(outside);
  painter.fillRect(box, veil);
  painter.restore();
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.weakText, 1));
  painter.drawRect(box);
  painter.setPen(QPen(theme.selection, 2));
  painter.drawRect(part.intersected(box));
}

double Minimap::timeAt(const QPointF& position, const QRectF& box, const AxisView& time) {
  return time.full().first + (position.x() - box.left()) / box.width() * time.full().length();
}

double Minimap::bytesAt(const QPointF& position, const QRectF& box, const AxisView& bytes) {
  return bytes.full().first + (box.bottom() - position.y()) / box.height() * bytes.full().length();
}

} // namespace arenascope::ui

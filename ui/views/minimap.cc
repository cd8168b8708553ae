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
  const QRectF part = toRect(layoutIn(plot, time, bytes).box(time.shown(), bytes.shown()));
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

LensLayout Minimap::layoutIn(const Box& plot, const AxisView& time, const AxisView& bytes) {
  const QRectF box = boxIn(plot);
  return {{box.left(), box.top(), box.right(), box.bottom()}, time.full(), bytes.full()};
}

} // namespace arenascope::ui

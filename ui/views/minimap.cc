#include "ui/views/minimap.h"

#include <QPainter>

namespace arenascope::ui {

namespace {

constexpr double kShare = 0.22;     // of the plot
constexpr double kHighShare = 0.75; // where its sides belong together
constexpr QSizeF kLeastSide(28, 28);
constexpr double kFromEdge = 8.0;
constexpr QSizeF kLeast(90, 40);
constexpr QSizeF kMost(320, 140);
constexpr int kDrawnLarger = 3; // and made smaller, so that text in it becomes a texture

} // namespace

QRectF Minimap::boxIn(const QRectF& area) {
  const QSizeF size = (area.size() * kShare).expandedTo(kLeast).boundedTo(kMost);
  if (area.width() < 2 * size.width() || area.height() < 2 * size.height()) return {};
  return {QPointF(area.right() - size.width() - kFromEdge, area.top() + kFromEdge), size};
}

QRectF Minimap::boxIn(const QRectF& area, const QSizeF& whole) {
  const QSizeF most(std::min(kMost.width(), area.width() * kShare), area.height() * kHighShare);
  const QSizeF size = whole.scaled(most, Qt::KeepAspectRatio).expandedTo(kLeastSide).boundedTo(most);
  if (area.width() < 2 * kLeast.width() || area.height() < 2 * kLeast.height()) return {};
  return {QPointF(area.right() - size.width() - kFromEdge, area.top() + kFromEdge), size};
}

void Minimap::paint(QPainter& painter, const QRectF& box, const QRectF& shown, const Theme& theme, const Paint& whole) {
  const double ratio = painter.device()->devicePixelRatioF();
  const QSize size = (box.size() * ratio).toSize();
  if (picture_.size() != size) {
    QPixmap large(size * kDrawnLarger / ratio);
    large.fill(theme.background);
    QPainter small(&large);
    whole(small, large.size());
    small.end();
    picture_ = large.scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
  }
  painter.drawPixmap(box, picture_, QRectF(picture_.rect()));
  const QRectF part(box.left() + shown.left() * box.width(), box.top() + shown.top() * box.height(),
                    shown.width() * box.width(), shown.height() * box.height());
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

QPointF Minimap::pointAt(const QRectF& box, const QPointF& position) {
  return {(position.x() - box.left()) / box.width(), (position.y() - box.top()) / box.height()};
}

} // namespace arenascope::ui

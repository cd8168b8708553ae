// A whole picture, small, in a corner of a view that shows a part of it, with a frame around that part.
#pragma once

#include <QPixmap>
#include <functional>

#include "ui/charts/theme.h"

class QPainter;

namespace arenascope::ui {

class Minimap {
public:
  // Draws the whole picture in that size.
  using Paint = std::function<void(QPainter&, const QSizeF&)>;

  // Inside the area that the view draws in; empty where that is too small for both.
  static QRectF boxIn(const QRectF& area);
  // The same for a whole whose sides belong together, as high as there is room.
  static QRectF boxIn(const QRectF& area, const QSizeF& whole);
  // shown: the part that the view shows; both sides of the whole are 1. What is drawn is kept until it is forgotten, or
  // has another size.
  void paint(QPainter& painter, const QRectF& box, const QRectF& shown, const Theme& theme, const Paint& whole);
  void forget() { picture_ = {}; }
  // Which point of the whole, whose sides are 1, lies there.
  static QPointF pointAt(const QRectF& box, const QPointF& position);

private:
  QPixmap picture_;
};

} // namespace arenascope::ui

// The whole picture, small, in a corner of a lens that shows a part of it, with a frame around that part.
#pragma once

#include <QPixmap>
#include <functional>

#include "ui/pictures/lens_layout.h"
#include "ui/pictures/theme.h"

class QPainter;

namespace arenascope::ui {

class Minimap {
public:
  // Draws the whole picture into a layout.
  using Paint = std::function<void(QPainter&, const LensLayout&)>;

  // Inside a plot; empty where that is too small for both.
  static QRectF boxIn(const Box& plot);
  // What is drawn is kept until it is forgotten, or has another size.
  void paint(QPainter& painter, const Box& plot, const AxisView& time, const AxisView& bytes, const Theme& theme,
             const Paint& whole);
  void forget() { picture_ = {}; }
  // Where times and bytes lie in it.
  static LensLayout layoutIn(const Box& plot, const AxisView& time, const AxisView& bytes);

private:
  QPixmap picture_;
};

} // namespace arenascope::ui

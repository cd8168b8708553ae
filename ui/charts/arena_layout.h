// Where time and bytes lie in a picture of the arena: plain arithmetic, no painting.
#pragma once

#include <algorithm>

namespace arenascope::ui {

// A range of one axis in its own units: operators, events or bytes.
struct AxisRange {
  double first = 0.0;
  double last = 1.0;

  double length() const { return last - first; }
  bool contains(double value) const { return first <= value && value <= last; }
};

// What is shown of one axis: a part of the full range, never less than `smallest` units and never outside it.
class AxisView {
public:
  AxisView() = default;
  AxisView(AxisRange full, double smallest) : full_(full), shown_(full), smallest_(std::min(smallest, full.length())) {}

  const AxisRange& full() const { return full_; }
  const AxisRange& shown() const { return shown_; }
  bool zoomed() const { return shown_.length() < full_.length(); }
  void reset() { shown_ = full_; }

  // Shows 1/factor as much; the value `anchor` stays where it is in the picture.
  void zoom(double factor, double anchor) {
    const double length = std::clamp(shown_.length() / factor, smallest_, full_.length());
    const double share = shown_.length() > 0 ? (anchor - shown_.first) / shown_.length() : 0.0;
    moveTo(anchor - share * length, length);
  }
  // Shows that part, as far as it lies inside the full range.
  void show(AxisRange part) { moveTo(part.first, std::clamp(part.length(), smallest_, full_.length())); }
  void pan(double distance) { moveTo(shown_.first + distance, shown_.length()); }

private:
  void moveTo(double first, double length) {
    shown_.first = std::clamp(first, full_.first, full_.last - length);
    shown_.last = shown_.first + length;
  }

  AxisRange full_;
  AxisRange shown_;
  double smallest_ = 1.0;
};

struct Box {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;

  double width() const { return right - left; }
  double height() const { return bottom - top; }
  bool contains(double x, double y) const { return left <= x && x < right && top <= y && y < bottom; }
};

// Time runs to the right, bytes run upwards.
struct ArenaLayout {
  Box plot; // in pixels
  AxisRange time;
  AxisRange bytes;
  Box strip = {}; // a second picture below the plot, on the same axis of time; of no height where there is none

  // Where the labels of the axis of time begin.
  double axisTop() const { return std::max(plot.bottom, strip.bottom); }

  double xOf(double time_) const { return plot.left + (time_ - time.first) / time.length() * plot.width(); }
  double yOf(double bytes_) const { return plot.bottom - (bytes_ - bytes.first) / bytes.length() * plot.height(); }
  double timeAt(double x) const { return time.first + (x - plot.left) / plot.width() * time.length(); }
  double bytesAt(double y) const { return bytes.first + (plot.bottom - y) / plot.height() * bytes.length(); }

  // The pixels of a range of time and bytes, cut to the plot; empty where it lies outside.
  Box box(AxisRange times, AxisRange sizes) const {
    return {std::clamp(xOf(times.first), plot.left, plot.right), std::clamp(yOf(sizes.last), plot.top, plot.bottom),
            std::clamp(xOf(times.last), plot.left, plot.right), std::clamp(yOf(sizes.first), plot.top, plot.bottom)};
  }
};

// A round distance between two marks of an axis, in units, such that at least `minPixels` lie between them. binary:
// powers of two, for bytes; otherwise 1, 2 or 5 times a power of ten.
double tickStep(double unitsPerPixel, double minPixels, bool binary);

} // namespace arenascope::ui

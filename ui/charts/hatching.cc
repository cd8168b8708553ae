#include "ui/charts/hatching.h"

#include <QPaintEngine>
#include <QPainter>
#include <vector>

namespace arenascope::ui {

namespace {

constexpr double kStep = 6.0; // pixels between lines

using Lines = std::vector<QLineF>;

// Of a slash; falling: of a backslash. Inside the box, since an SVG file of Qt's has no clipping.
void addDiagonals(const QRectF& box, bool falling, Lines& lines) {
  const double width = box.width();
  const double height = box.height();
  for (double sum = kStep; sum < width + height; sum += kStep) {
    const double first = std::max(0.0, sum - height);
    const double last = std::min(sum, width);
    const auto x = [&](double from) { return falling ? box.right() - from : box.left() + from; };
    lines.emplace_back(x(first), box.top() + (sum - first), x(last), box.top() + (sum - last));
  }
}

void addAcross(const QRectF& box, Lines& lines) {
  for (double y = box.top() + kStep; y < box.bottom(); y += kStep) lines.emplace_back(box.left(), y, box.right(), y);
}

void addUpwards(const QRectF& box, Lines& lines) {
  for (double x = box.left() + kStep; x < box.right(); x += kStep) lines.emplace_back(x, box.top(), x, box.bottom());
}

void addDots(const QRectF& box, Lines& lines) {
  for (double y = box.top() + kStep / 2; y < box.bottom(); y += kStep)
    for (double x = box.left() + kStep / 2; x < box.right() - 1; x += kStep) lines.emplace_back(x, y, x + 1, y);
}

Lines linesOf(const QRectF& box, Qt::BrushStyle pattern) {
  Lines lines;
  if (pattern == Qt::BDiagPattern || pattern == Qt::DiagCrossPattern) addDiagonals(box, false, lines);
  if (pattern == Qt::FDiagPattern || pattern == Qt::DiagCrossPattern) addDiagonals(box, true, lines);
  if (pattern == Qt::HorPattern || pattern == Qt::CrossPattern) addAcross(box, lines);
  if (pattern == Qt::VerPattern || pattern == Qt::CrossPattern) addUpwards(box, lines);
  if (pattern == Qt::Dense6Pattern) addDots(box, lines);
  return lines;
}

} // namespace

void fillPattern(QPainter& painter, const QRectF& box, const QColor& ink, Qt::BrushStyle pattern) {
  if (painter.paintEngine()->type() != QPaintEngine::SVG) {
    painter.fillRect(box, QBrush(ink, pattern));
    return;
  }
  const Lines lines = linesOf(box, pattern);
  const QPen pen = painter.pen();
  painter.setPen(QPen(ink, 1));
  painter.drawLines(lines.data(), static_cast<int>(lines.size()));
  painter.setPen(pen);
}

} // namespace arenascope::ui

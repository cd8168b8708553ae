// The part of InferenceChart that paints time: numbers of layers, ticks, and the cycles of each layer.
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/charts/inference_chart.h"

namespace arenascope::ui {

namespace {

constexpr double kAxisLine = 17.0;   // pixels, of a line of text below the plot
constexpr double kTicksBelow = 20.0; // more for an axis that is to scale
constexpr double kApartBars = 20.0;  // pixels of a column, from which on its bar stands apart

// "2.6 M", "340 k", "812".
QString roundedCycles(double cycles) {
  if (cycles >= 1e6) return QObject::tr("%1 M").arg(cycles / 1e6, 0, 'f', 1);
  if (cycles >= 1e3) return QObject::tr("%1 k").arg(cycles / 1e3, 0, 'f', cycles < 1e4 ? 1 : 0);
  return groupedText(static_cast<std::uint64_t>(cycles));
}

} // namespace

double InferenceChart::axisHeight() const {
  return ui::axisHeight() + (scale_.axis() == TimeAxis::kCycles ? kTicksBelow * textScale() : 0.0);
}

// As many as there is room for; the peak's in any case, in its colour.
void InferenceChart::paintLayerNumbers(const Pen& pen) const {
  const ArenaLayout& layout = pen.layout;
  QPainter& painter = pen.painter;
  const QFont font = painter.font();
  const QFont usual = fontOf(painter, 11);
  const QFont strong = fontOf(painter, 11, QFont::DemiBold);
  const QFontMetricsF metrics(strong);
  const double distance = metrics.horizontalAdvance(QStringLiteral("0")) * 1.5;
  const double top = layout.axisTop() + 5;
  const auto place = [&](int step) {
    const double middle = (layout.xOf(scale_.positionOf(step)) + layout.xOf(scale_.positionOf(step + 1.0))) / 2;
    const double width = metrics.horizontalAdvance(stepText(step));
    return QRectF(middle - width / 2, top, width, metrics.height());
  };
  const auto inside = [&](const QRectF& box) {
    return box.center().x() >= layout.plot.left && box.center().x() <= layout.plot.right;
  };
  const int peak =
      scene_.peak < 0 ? -1 : static_cast<int>(report_->operators[static_cast<std::size_t>(scene_.peak)].time);
  const QRectF peakPlace = peak < 0 ? QRectF() : place(peak);
  double next = layout.plot.left - distance - metrics.height();
  // Of equal columns, every second, fifth or tenth layer has its number where there is no room for all.
  const auto last = static_cast<int>(scale_.steps()) - 1;
  const double column = layout.xOf(scale_.positionOf(last + 1.0)) - layout.xOf(scale_.positionOf(last));
  const double wanted = metrics.horizontalAdvance(stepText(last)) + distance;
  const int every =
      scale_.axis() == TimeAxis::kCycles ? 1 : static_cast<int>(tickStep(1 / std::max(column, 0.01), wanted, false));
  const int first = static_cast<int>(scale_.stepAt(layout.time.first));
  for (int step = first; step < static_cast<int>(scale_.steps()); ++step) {
    if (layout.xOf(scale_.positionOf(step)) > layout.plot.right) break;
    const QRectF box = place(step);
    const bool ofPeak = step == peak;
    const bool nearPeak = peak >= 0 && !ofPeak && box.adjusted(-distance, 0, distance, 0).intersects(peakPlace);
    const bool left = !ofPeak && step > 0 && (step - 1) % std::max(1, every) != 0;
    if (left || !inside(box) || (!ofPeak && (nearPeak || box.left() < next))) continue;
    next = box.right() + distance;
    painter.setFont(ofPeak ? strong : usual);
    painter.setPen(ofPeak ? pen.theme.peak : pen.theme.faintText);
    painter.drawText(box.adjusted(-4, 0, 4, 0), Qt::AlignHCenter | Qt::AlignTop, stepText(step));
  }
  painter.setFont(usual);
  if (scale_.axis() == TimeAxis::kCycles) paintTimeTicks(pen);
  painter.setFont(font);
}

void InferenceChart::paintTimeTicks(const Pen& pen) const {
  const ArenaLayout& layout = pen.layout;
  QPainter& painter = pen.painter;
  const double line = kAxisLine * textScale();
  const double top = layout.axisTop() + 4 + line;
  const double tickDistance = 90.0 * textScale();                             // pixels, at least
  const double unit = report_->board ? report_->board->clockHz() / 1e6 : 1.0; // cycles: of a microsecond
  const double start = scale_.positionOf(1);
  const double step = tickStep(layout.time.length() / unit / std::max(1.0, layout.plot.width()), tickDistance, false);
  painter.setPen(pen.theme.faintText);
  painter.drawText(QRectF(0, top, layout.plot.left - 10, line + 1), Qt::AlignRight | Qt::AlignTop,
                   report_->board ? QObject::tr("ms") : QObject::tr("cycles"));
  for (double tick = std::max(0.0, std::ceil((layout.time.first - start) / unit / step) * step);; tick += step) {
    const double x = layout.xOf(start + tick * unit);
    if (x > layout.plot.right || step <= 0) return;
    painter.drawLine(QPointF(x, top - 1), QPointF(x, top + 3));
    const QString text = report_->board ? QString::number(tick / 1000, 'g', 6)
                                        : groupedText(static_cast<std::uint64_t>(std::lround(tick)));
    painter.drawText(QRectF(x - 80, top + 3, 160, line), Qt::AlignHCenter | Qt::AlignTop, text);
  }
}

// Columns of equal width get bars as high as their cycles; on the axis of cycles the width says it.
void InferenceChart::paintCycleStrip(const Pen& pen) const {
  const QRectF strip = toRect(pen.layout.strip);
  if (strip.height() < 4) return;
  QPainter& painter = pen.painter;
  const auto most = static_cast<double>(std::max<std::uint64_t>(1, *std::max_element(cycles_.begin(), cycles_.end())));
  painter.fillRect(QRectF(strip.left(), std::round(strip.bottom()), strip.width(), 1).toRect(), pen.theme.line);
  const QFont font = painter.font();
  painter.setFont(fontOf(painter, 11));
  painter.save();
  painter.setClipRect(strip, Qt::IntersectClip);
  const auto first = static_cast<std::size_t>(scale_.stepAt(pen.layout.time.first));
  for (std::size_t step = first; step < scale_.steps(); ++step) {
    if (pen.layout.xOf(scale_.positionOf(static_cast<double>(step))) > pen.layout.plot.right) break;
    if (cycles_[step] > 0) paintCycleBar(pen, step, most);
  }
  painter.restore();
  painter.setPen(pen.theme.faintText);
  const QFontMetricsF metrics(painter.font());
  const QRectF label(0, strip.top(), pen.layout.plot.left - 10, strip.height());
  const bool toScale = scale_.axis() == TimeAxis::kCycles;
  const auto place = static_cast<int>(Qt::AlignRight | (toScale ? Qt::AlignVCenter : Qt::AlignBottom));
  painter.drawText(label, place, QObject::tr("cycles"));
  if (!toScale && strip.height() >= 2 * metrics.height())
    painter.drawText(label, Qt::AlignRight | Qt::AlignTop, roundedCycles(most));
  painter.setFont(font);
}

void InferenceChart::paintCycleBar(const Pen& pen, std::size_t step, double most) const {
  constexpr double kAbove = 4.0;  // of the highest bar
  constexpr double kRound = 12.0; // pixels, narrower bars have no round corners
  const QRectF strip = toRect(pen.layout.strip);
  const double left = pen.layout.xOf(scale_.positionOf(static_cast<double>(step)));
  const double right = pen.layout.xOf(scale_.positionOf(static_cast<double>(step) + 1));
  const bool toScale = scale_.axis() == TimeAxis::kCycles;
  const double height =
      toScale ? strip.height() : (strip.height() - kAbove) * static_cast<double>(cycles_[step]) / most;
  const double gap = right - left > kApartBars ? 2.0 : right - left > 3 ? 0.5 : 0.0;
  const QRectF bar = QRectF(left + gap, strip.bottom() - std::max(0.7, height), std::max(1.0, right - left - 2 * gap),
                            std::max(0.7, height));
  const int row = scene_.rowOfStep[step];
  const bool chosen = pen.marks.op >= 0 && row == pen.marks.op;
  const bool peak = row >= 0 && row == scene_.peak;
  const QColor colour = peak ? pen.theme.peak : chosen ? pen.theme.selection : pen.theme.cycles;
  QPainter& painter = pen.painter;
  if (bar.width() >= kRound) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    const double round = std::min(2.0, bar.height() / 2);
    painter.drawRoundedRect(bar, round, round);
    painter.setRenderHint(QPainter::Antialiasing, false);
  } else {
    painter.fillRect(bar, colour);
  }
  if (!toScale || row < 0) return;
  painter.setPen(peak || chosen ? pen.theme.background : pen.theme.fillText);
  drawFitting(painter, bar, operatorTitle(report_->operators[static_cast<std::size_t>(row)]), Qt::AlignCenter);
}

} // namespace arenascope::ui

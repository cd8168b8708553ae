#include "ui/charts/allocation_chart.h"

#include <QPainter>
#include <cmath>

#include "core/report/scene/arena_scene.h"
#include "ui/charts/arena_frame.h"

namespace arenascope::ui {

using report::ArenaSnapshot;
using trace::Event;
using trace::EventKind;
using trace::Section;

AllocationChart::AllocationChart(ReportPointer report) : report_(std::move(report)), scale_(*report_) {
  for (const report::PhaseSpan& span : report::phaseSpans(*report_))
    phases_.push_back(
        {timeOf(static_cast<double>(span.first), static_cast<double>(span.end)), QString::fromStdString(span.name)});
}

AxisRange AllocationChart::bytesRange() const {
  return {0.0, report_->arena ? static_cast<double>(report_->arena->minimum) : 1.0};
}

void AllocationChart::paint(QPainter& painter, const ArenaLayout& layout, const Theme& theme, int current,
                            std::optional<double> arenaLine) const {
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.fillRect(toRect(layout.plot), theme.free);
  drawBytesAxis(painter, layout, theme);
  painter.save();
  painter.setClipRect(toRect(layout.plot));
  paintSections(painter, layout, theme);
  painter.restore();
  paintPhases(painter, layout, theme);
  paintPeak(painter, layout, theme);
  if (arenaLine) paintArenaLine(painter, layout, theme, *arenaLine);
  if (current < 0 || !layout.time.contains(scale_.positionOf(current + 0.5))) return;
  const QRectF column = toRect(layout.box(timeOf(current, current + 1.0), layout.bytes));
  painter.setPen(QPen(theme.selection, 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(column.adjusted(-1, 0, 1, 0));
}

// Events that fall on one pixel are one column: the fullest of them.
void AllocationChart::paintSections(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const {
  const auto& snapshots = report_->analysis.snapshots;
  const double size = bytesRange().last;
  const auto xOf = [&](std::size_t event) { return layout.xOf(scale_.positionOf(static_cast<double>(event))); };
  const auto first = static_cast<std::size_t>(std::max(0.0, std::floor(scale_.eventAt(layout.time.first))));
  for (std::size_t i = first; i < snapshots.size() && xOf(i) < layout.plot.right;) {
    const double left = xOf(i);
    ArenaSnapshot snapshot = snapshots[i];
    std::size_t next = i + 1;
    for (; next < snapshots.size() && xOf(next + 1) < left + 1.0; ++next)
      if (snapshots[next].need > snapshot.need) snapshot = snapshots[next];
    const AxisRange time = timeOf(static_cast<double>(i), static_cast<double>(next));
    const auto head = static_cast<double>(snapshot.head);
    const auto temp = static_cast<double>(snapshot.temp);
    // One pixel wider than the event, so that no seams show between neighbours.
    const auto fill = [&](AxisRange bytes, const QColor& colour) {
      if (bytes.last > bytes.first) painter.fillRect(toRect(layout.box(time, bytes)).adjusted(0, 0, 1, 0), colour);
    };
    fill({0.0, head}, theme.buffer(0));
    fill({head, temp}, theme.temp);
    fill({size - static_cast<double>(snapshot.tail), size}, theme.tail);
    i = next;
  }
}

void AllocationChart::paintPhases(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const {
  for (const PhaseSpan& phase : phases_) {
    const QRectF span = toRect(layout.box(phase.time, layout.bytes));
    if (span.width() < 1) continue;
    painter.setPen(QPen(theme.weakText, 1, Qt::DotLine));
    painter.drawLine(span.topLeft(), QPointF(span.left(), layout.plot.bottom + 14));
    painter.setPen(theme.weakText);
    drawFitting(painter, QRectF(span.left(), layout.plot.bottom + 2, span.width(), 16 * textScale()), phase.name,
                Qt::AlignCenter);
  }
  painter.setPen(theme.weakText);
  painter.drawText(
      QRectF(layout.plot.left, layout.plot.bottom + 20 * textScale(), layout.plot.width(), 18 * textScale()),
      Qt::AlignHCenter,
      QObject::tr("allocations in order, from construction to the end of AllocateTensors(); short phases are drawn "
                  "wider"));
  drawLegend(painter,
             {{theme.buffer(0), Qt::SolidPattern, QObject::tr("head")},
              {theme.temp, Qt::SolidPattern, QObject::tr("temporary")},
              {theme.tail, Qt::SolidPattern, QObject::tr("tail (persistent)")},
              {theme.free, Qt::SolidPattern, QObject::tr("free")}},
             layout, theme);
}

void AllocationChart::paintPeak(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const {
  if (report_->analysis.snapshots.empty()) return;
  const double time = scale_.positionOf(static_cast<double>(report_->analysis.peak) + 0.5);
  if (!layout.time.contains(time)) return;
  const double x = layout.xOf(time);
  painter.setPen(QPen(theme.peak, 2));
  painter.drawLine(QPointF(x, layout.plot.top), QPointF(x, layout.plot.bottom));
  const QString text =
      QObject::tr("least free space: sets the minimum of %1 bytes").arg(groupedText(report_->analysis.minimum));
  Tags(painter, layout).draw({x, (layout.plot.top + layout.plot.bottom) / 2}, text, theme.peak, theme.background);
}

void AllocationChart::paintArenaLine(QPainter& painter, const ArenaLayout& layout, const Theme& theme,
                                     double bytes) const {
  // The tail hangs from the end of the smallest arena here; in a smaller one it would hang lower.
  const double lost = bytesRange().last - bytes;
  if (lost <= 0) return;
  const QRectF outside = toRect(layout.box(layout.time, {bytes, bytesRange().last}));
  QColor shade = theme.peak;
  shade.setAlpha(90);
  painter.fillRect(outside, QBrush(shade, Qt::BDiagPattern));
  Tags(painter, layout)
      .draw({layout.plot.left, outside.bottom()},
            QObject::tr("%1 bytes are missing in an arena of %2")
                .arg(groupedText(static_cast<std::uint64_t>(lost)), groupedText(static_cast<std::uint64_t>(bytes))),
            theme.peak, theme.background);
}

QString describeEvent(const report::Report& report, std::size_t index) {
  const Event& event = report.allocations[index];
  const QString category = QString::fromLatin1(run::categoryText(event.category));
  if (event.kind == EventKind::kTempReset) return QObject::tr("temporary section emptied");
  if (event.section == Section::kHead)
    return QObject::tr("head set to %1 bytes (%2)").arg(groupedText(event.bytes), category);
  const std::uint64_t bytes = event.category == trace::Category::kPlannerWorkspace
                                  ? report::plannerWorkspace(report.allocations, report.buffers.size())
                                  : event.bytes;
  return QObject::tr("%1: %2 bytes (%3)")
      .arg(event.section == Section::kTail ? QObject::tr("tail") : QObject::tr("temporary"), groupedText(bytes),
           category);
}

QString AllocationChart::describe(double time) const {
  const auto index = static_cast<std::size_t>(std::max(scale_.eventAt(time), 0.0));
  if (time < 0 || index >= report_->allocations.size()) return {};
  const ArenaSnapshot& snapshot = report_->analysis.snapshots[index];
  return QObject::tr("<b>%1</b><br>%2<br>head %3, temporary up to %4, tail %5<br>needs an arena of %6 bytes")
      .arg(describeEvent(*report_, index),
           QString::fromStdString(report::describeStep(*report_, report_->allocations[index])),
           groupedText(snapshot.head), groupedText(snapshot.temp), groupedText(snapshot.tail),
           groupedText(snapshot.need));
}

} // namespace arenascope::ui

#include "ui/charts/allocation_chart.h"

#include <QPainter>
#include <cmath>

#include "core/report/scene/arena_scene.h"
#include "ui/charts/arena_frame.h"
#include "ui/charts/hatching.h"

namespace arenascope::ui {

using report::ArenaSnapshot;
using trace::Event;
using trace::EventKind;
using trace::Section;

AllocationChart::AllocationChart(ReportPointer report)
    : report_(std::move(report)), scale_(*report_), tail_(report::tailScene(*report_)) {
  for (const report::PhaseSpan& span : report::phaseSpans(*report_))
    phases_.push_back(
        {timeOf(static_cast<double>(span.first), static_cast<double>(span.end)), QString::fromStdString(span.name)});
}

double AllocationChart::axisHeight() const {
  constexpr double kLines = 44.0; // names of phases, and what the axis is
  return kLines * textScale();
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
  paintTail(painter, layout, theme);
  painter.restore();
  paintLegend(painter, layout, theme);
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
    fill({0.0, head}, theme.family(report::Family::kOther).fill);
    fill({head, temp}, theme.temp);
    fill({size - static_cast<double>(snapshot.tail), size}, theme.tail);
    i = next;
  }
}

void AllocationChart::paintPhases(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const {
  const QFont font = painter.font();
  painter.setFont(fontOf(painter, 11));
  for (const PhaseSpan& phase : phases_) {
    const QRectF span = toRect(layout.box(phase.time, layout.bytes));
    if (span.width() < 1) continue;
    painter.setPen(QPen(theme.line, 1));
    painter.drawLine(span.topLeft(), QPointF(span.left(), layout.plot.bottom + 14));
    painter.setPen(theme.faintText);
    drawFitting(painter, QRectF(span.left(), layout.plot.bottom + 2, span.width(), 16 * textScale()), phase.name,
                Qt::AlignCenter);
  }
  painter.drawText(
      QRectF(layout.plot.left, layout.plot.bottom + 22 * textScale(), layout.plot.width(), 18 * textScale()),
      Qt::AlignHCenter,
      QObject::tr("allocations in order, from construction to the end of AllocateTensors(); short phases are drawn "
                  "wider"));
  painter.setFont(font);
}

void AllocationChart::paintTail(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const {
  constexpr double kLeastWidth = 3.0; // pixels
  for (const report::TailBlock& block : tail_.blocks) {
    if (block.row < 0) continue;
    const AxisRange bytes{static_cast<double>(block.bytes.first), static_cast<double>(block.bytes.end)};
    const AxisRange time = timeOf(static_cast<double>(block.firstEvent), static_cast<double>(block.endEvent));
    QRectF box = toRect(layout.box(time, bytes));
    const QRectF after = toRect(layout.box({time.first, timeRange().last}, bytes));
    if (after.width() <= 0 || after.height() <= 0) continue;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(after.left(), after.bottom(), after.width(), after.height() > 3 ? 0.8 : 0.35),
                     theme.tailLine);
    box.setWidth(std::max(kLeastWidth, box.width()));
    box.setHeight(std::max(0.8, box.height()));
    const std::string& kind = report_->operators[static_cast<std::size_t>(block.row)].name;
    painter.fillRect(box, theme.family(report::familyOf(kind)).edge);
    painter.setRenderHint(QPainter::Antialiasing, false);
  }
  paintTailLabels(painter, layout, theme);
}

// What fills the tail in the end, at its right edge.
void AllocationChart::paintTailLabels(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const {
  constexpr double kMargin = 12.0;
  const QFont font = painter.font();
  painter.setFont(fontOf(painter, 11));
  painter.setPen(theme.tailText);
  const double line = QFontMetricsF(painter.font()).height();
  for (const report::TailBand& band : tail_.bands) {
    const QRectF box =
        toRect(layout.box(timeRange(), {static_cast<double>(band.bytes.first), static_cast<double>(band.bytes.end)}));
    if (box.height() < line) continue;
    const QString caption = QString::fromStdString(band.caption).section(QLatin1Char(':'), 0, 0);
    const double width = QFontMetricsF(painter.font()).horizontalAdvance(caption);
    const double begin =
        std::max(layout.plot.left, layout.xOf(scale_.positionOf(static_cast<double>(band.firstEvent))));
    // Left of the line that says where least is free, if it would go through the text.
    const double peak = layout.xOf(scale_.positionOf(static_cast<double>(report_->analysis.peak)));
    double right = box.right() - kMargin;
    if (right - width < peak + kMargin && peak - kMargin < right) right = peak - kMargin;
    if (right - width < begin + kMargin) continue;
    painter.drawText(QRectF(right - width - 1, box.top() + std::min(3.0, (box.height() - line) / 2), width + 2, line),
                     Qt::AlignCenter, caption);
  }
  painter.setFont(font);
}

void AllocationChart::paintLegend(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const {
  std::vector<LegendItem> items = {
      {theme.family(report::Family::kOther).fill, Qt::SolidPattern, QObject::tr("Head: planned buffers"),
       theme.family(report::Family::kOther).edge},
      {theme.temp, Qt::SolidPattern, QObject::tr("Temporary"), theme.family(report::Family::kInputOutput).edge},
      {theme.tail, Qt::SolidPattern, QObject::tr("Tail: persistent"), theme.family(report::Family::kOther).edge}};
  for (const report::Family family : report::kFamilies)
    if (std::any_of(tail_.blocks.begin(), tail_.blocks.end(), [&](const report::TailBlock& block) {
          return block.row >= 0 &&
                 report::familyOf(report_->operators[static_cast<std::size_t>(block.row)].name) == family;
        }))
      items.push_back(
          {theme.family(family).edge, Qt::SolidPattern,
           QObject::tr("of %1").arg(QString::fromStdString(report::familyTitle(*report_, family)).toLower())});
  items.push_back({theme.peak, Qt::NoBrush, QObject::tr("Least free space")});
  drawLegend(painter, items, layout, theme);
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
  fillPattern(painter, outside, shade, Qt::BDiagPattern);
  Tags(painter, layout)
      .draw({layout.plot.left, outside.bottom()},
            QObject::tr("too small: an arena of %1 lacks %2")
                .arg(groupedText(static_cast<std::uint64_t>(bytes)), countedText(static_cast<std::uint64_t>(lost))),
            theme.peak, theme.background);
}

QString describeEvent(const report::Report& report, std::size_t index) {
  const Event& event = report.allocations[index];
  const QString category = QString::fromLatin1(run::categoryText(event.category));
  if (event.kind == EventKind::kTempReset) return QObject::tr("temporary section emptied");
  if (event.section == Section::kHead)
    return QObject::tr("head set to %1 (%2)").arg(countedText(event.bytes), category);
  const std::uint64_t bytes = event.category == trace::Category::kPlannerWorkspace
                                  ? report::plannerWorkspace(report.allocations, report.buffers.size())
                                  : event.bytes;
  return QObject::tr("%1: %2 (%3)")
      .arg(event.section == Section::kTail ? QObject::tr("tail") : QObject::tr("temporary"), countedText(bytes),
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

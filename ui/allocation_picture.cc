#include "ui/allocation_picture.h"

#include <QPainter>
#include <cmath>

#include "ui/lens_frame.h"

namespace arenascope::ui {

using profile::ArenaMoment;
using trace::Event;
using trace::EventKind;
using trace::Section;

AllocationPicture::AllocationPicture(ReportPointer report) : report_(std::move(report)) {
  const auto& events = report_->allocations;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const QString name = QString::fromLatin1(profile::phaseName(events[i].position.phase));
    if (phases_.empty() || phases_.back().name != name)
      phases_.push_back({{static_cast<double>(i), static_cast<double>(i)}, name});
    phases_.back().events.last = static_cast<double>(i + 1);
  }
}

AxisRange AllocationPicture::timeRange() const {
  return {0.0, static_cast<double>(std::max<std::size_t>(report_->allocations.size(), 1))};
}

AxisRange AllocationPicture::bytesRange() const {
  return {0.0, report_->arena ? static_cast<double>(report_->arena->minimum) : 1.0};
}

void AllocationPicture::paint(QPainter& painter, const LensLayout& layout, const Theme& theme) const {
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.fillRect(toRect(layout.plot), theme.free);
  drawBytesAxis(painter, layout, theme);
  painter.save();
  painter.setClipRect(toRect(layout.plot));
  paintSections(painter, layout, theme);
  painter.restore();
  paintPhases(painter, layout, theme);
  paintPeak(painter, layout, theme);
}

void AllocationPicture::paintSections(QPainter& painter, const LensLayout& layout, const Theme& theme) const {
  const double size = bytesRange().last;
  for (std::size_t i = 0; i < report_->analysis.moments.size(); ++i) {
    const ArenaMoment& moment = report_->analysis.moments[i];
    const AxisRange time{static_cast<double>(i), static_cast<double>(i + 1)};
    const auto head = static_cast<double>(moment.head);
    const auto temp = static_cast<double>(moment.temp);
    const auto tail = static_cast<double>(moment.tail);
    // One pixel wider than the event, so that no seams show between neighbours.
    const auto fill = [&](AxisRange bytes, const QColor& colour) {
      if (bytes.last > bytes.first) painter.fillRect(toRect(layout.box(time, bytes)).adjusted(0, 0, 1, 0), colour);
    };
    fill({0.0, head}, theme.buffer(0));
    fill({head, temp}, theme.temp);
    fill({size - tail, size}, theme.tail);
  }
}

void AllocationPicture::paintPhases(QPainter& painter, const LensLayout& layout, const Theme& theme) const {
  for (const PhaseSpan& phase : phases_) {
    const QRectF span = toRect(layout.box(phase.events, layout.bytes));
    if (span.width() < 1) continue;
    painter.setPen(QPen(theme.weakText, 1, Qt::DotLine));
    painter.drawLine(span.topLeft(), QPointF(span.left(), layout.plot.bottom + 14));
    painter.setPen(theme.weakText);
    drawFitting(painter, QRectF(span.left(), layout.plot.bottom + 2, span.width(), 16), phase.name, Qt::AlignCenter);
  }
  painter.setPen(theme.weakText);
  painter.drawText(QRectF(layout.plot.left, layout.plot.bottom + 20, layout.plot.width(), 18), Qt::AlignHCenter,
                   QStringLiteral("allocations in order, from construction to the end of AllocateTensors()"));
  // The legend stands above the plot.
  double x = layout.plot.left;
  const std::pair<QString, QColor> legend[] = {{QStringLiteral("head"), theme.buffer(0)},
                                               {QStringLiteral("temporary"), theme.temp},
                                               {QStringLiteral("tail (persistent)"), theme.tail},
                                               {QStringLiteral("free"), theme.free}};
  for (const auto& [name, colour] : legend) {
    const QRectF box(x, layout.plot.top - 19, 12, 12);
    painter.fillRect(box, colour);
    painter.setPen(theme.weakText);
    painter.drawRect(box);
    const double width = QFontMetricsF(painter.font()).horizontalAdvance(name);
    painter.setPen(theme.text);
    painter.drawText(QRectF(x + 17, layout.plot.top - 22, width + 4, 18), Qt::AlignLeft | Qt::AlignVCenter, name);
    x += width + 38;
  }
}

void AllocationPicture::paintPeak(QPainter& painter, const LensLayout& layout, const Theme& theme) const {
  if (report_->analysis.moments.empty()) return;
  const double time = static_cast<double>(report_->analysis.peak) + 0.5;
  if (!layout.time.contains(time)) return;
  const double x = layout.xOf(time);
  painter.setPen(QPen(theme.peak, 2));
  painter.drawLine(QPointF(x, layout.plot.top), QPointF(x, layout.plot.bottom));
  const QString text = QStringLiteral("least free space");
  const QFontMetricsF metrics(painter.font());
  const double width = metrics.horizontalAdvance(text) + 10;
  const double left = x + 6 + width < layout.plot.right ? x + 4 : x - width - 4;
  const QRectF label(left, layout.plot.top + layout.plot.height() * 0.45, width, metrics.height() + 4);
  painter.fillRect(label, theme.background);
  painter.drawText(label, Qt::AlignCenter, text);
}

QString AllocationPicture::describe(double time, double /*bytes*/) const {
  const auto index = static_cast<std::size_t>(std::max(time, 0.0));
  if (time < 0 || index >= report_->allocations.size()) return {};
  const Event& event = report_->allocations[index];
  const ArenaMoment& moment = report_->analysis.moments[index];
  QString what;
  if (event.kind == EventKind::kTempReset)
    what = QStringLiteral("temporary section emptied");
  else if (event.section == Section::kHead)
    what = QStringLiteral("head set to %1 bytes (%2)")
               .arg(groupedText(event.bytes), QString::fromLatin1(profile::categoryText(event.category)));
  else
    what = QStringLiteral("%1: %2 bytes (%3)")
               .arg(event.section == Section::kTail ? QStringLiteral("tail") : QStringLiteral("temporary"),
                    groupedText(event.category == trace::Category::kPlannerWorkspace
                                    ? profile::kPlannerRecordBytes * report_->buffers.size()
                                    : event.bytes),
                    QString::fromLatin1(profile::categoryText(event.category)));
  return QStringLiteral("<b>%1</b><br>%2<br>head %3, temporary up to %4, tail %5<br>needs an arena of %6 bytes")
      .arg(what, QString::fromStdString(profile::describeMoment(*report_, event)), groupedText(moment.head),
           groupedText(moment.temp), groupedText(moment.tail), groupedText(moment.need));
}

} // namespace arenascope::ui

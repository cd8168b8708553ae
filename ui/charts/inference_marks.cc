// The part of InferenceChart that paints what is selected, noted, summed up or tried.
#include <QPainter>
#include <algorithm>

#include "core/report/comparison.h"
#include "core/report/operator_range.h"
#include "core/report/text/report_text.h"
#include "ui/charts/inference_chart.h"

namespace arenascope::ui {

using report::ArenaFigures;
using report::PlannedBuffer;

namespace {

AxisRange bytesAxis(const report::ByteRange& range) {
  return {static_cast<double>(range.first), static_cast<double>(range.end)};
}

} // namespace

// Above all lines, so that none crosses them.
void InferenceChart::paintTags(const Pen& pen) const {
  const ArenaFigures& arena = *report_->arena;
  Tags tags(pen.painter, pen.layout);
  if (const double room = static_cast<double>(scene_.capacity.value_or(0));
      scene_.capacity && pen.layout.bytes.contains(room))
    tags.draw({pen.layout.plot.right, pen.layout.yOf(room)},
              QObject::tr("room on %1: %2 bytes, does not fit")
                  .arg(QString::fromStdString(report_->board->title), groupedText(*scene_.capacity)),
              pen.theme.peak, pen.theme.background);
  if (const std::uint64_t before = pen.marks.overlay != nullptr ? pen.marks.overlay->arena->head : arena.head;
      before != arena.head)
    tags.draw({pen.layout.plot.right, pen.layout.yOf(static_cast<double>(before))},
              QObject::tr("dotted: current (head %1 bytes); what-if: %2")
                  .arg(groupedText(before), QString::fromStdString(report::differenceText(before, arena.head))),
              pen.theme.text, pen.theme.background);
  if (pen.marks.arenaLine && pen.layout.bytes.contains(*pen.marks.arenaLine)) {
    const bool fits = *pen.marks.arenaLine >= static_cast<double>(arena.minimum);
    const QString size = groupedText(static_cast<std::uint64_t>(*pen.marks.arenaLine));
    tags.draw({pen.layout.plot.right, pen.layout.yOf(*pen.marks.arenaLine)},
              fits ? QObject::tr("arena of %1 bytes: fits").arg(size)
                   : QObject::tr("arena of %1 bytes: does not fit").arg(size),
              fits ? pen.theme.weakText : pen.theme.peak, pen.theme.background);
  }
}

// Where that begins.
double InferenceChart::paintCandidate(const Pen& pen, const report::Report& overlay) const {
  const QString change = QString::fromStdString(describeChange(overlay, *report_));
  const QString text = change.isEmpty() ? QObject::tr("what-if; dotted: current")
                                        : QObject::tr("what-if: %1; dotted: current").arg(change);
  const QFontMetricsF metrics(pen.painter.font());
  const double width = std::min(metrics.horizontalAdvance(text) + 12, pen.layout.plot.width());
  const QRectF box(pen.layout.plot.right - width, pen.layout.plot.top - metrics.height() - 6, width,
                   metrics.height() + 4);
  pen.painter.fillRect(box, pen.theme.selection);
  pen.painter.setPen(pen.theme.background);
  pen.painter.drawText(box, Qt::AlignCenter, metrics.elidedText(text, Qt::ElideRight, width - 8));
  return box.left();
}

void InferenceChart::paintArenaLine(const Pen& pen, double bytes) const {
  if (!pen.layout.bytes.contains(bytes)) return;
  const double y = pen.layout.yOf(bytes);
  pen.painter.setPen(
      QPen(bytes >= static_cast<double>(report_->arena->minimum) ? pen.theme.weakText : pen.theme.peak, 2));
  pen.painter.drawLine(QPointF(pen.layout.plot.left - 6, y), QPointF(pen.layout.plot.right, y));
}

void InferenceChart::paintByteMarks(const Pen& pen) const {
  if (!pen.marks.bytes) return;
  QColor shade = pen.theme.selection;
  const QRectF band = toRect(pen.layout.box(pen.layout.time, bytesAxis(*pen.marks.bytes)));
  pen.painter.setPen(QPen(pen.theme.selection, 1, Qt::DashLine));
  pen.painter.drawLine(band.topLeft(), band.topRight());
  pen.painter.drawLine(band.bottomLeft(), band.bottomRight());
  shade.setAlpha(110);
  pen.painter.fillRect(QRectF(pen.layout.plot.left - 7, band.top(), 7, std::max(1.0, band.height())), shade);
}

// What was drawn on below the picture, with its sum.
void InferenceChart::paintRange(const Pen& pen) const {
  if (!pen.marks.rows) return;
  const AxisRange times{timeOfRow(pen.marks.rows->first).first, timeOfRow(pen.marks.rows->second).last};
  const QRectF band = toRect(pen.layout.box(times, pen.layout.bytes));
  QColor shade = pen.theme.selection;
  shade.setAlpha(28);
  pen.painter.fillRect(band, shade);
  pen.painter.setPen(QPen(pen.theme.selection, 1, Qt::DashLine));
  pen.painter.drawLine(band.topLeft(), QPointF(band.left(), pen.layout.axisTop()));
  pen.painter.drawLine(band.topRight(), QPointF(band.right(), pen.layout.axisTop()));
  const QString sum = QString::fromStdString(report::describe(*report_, static_cast<std::size_t>(pen.marks.rows->first),
                                                              static_cast<std::size_t>(pen.marks.rows->second)));
  Tags(pen.painter, pen.layout)
      .draw({band.center().x(), pen.layout.plot.bottom - 4}, sum, pen.theme.background, pen.theme.selection);
}

// Where its buffers would be, and where its head would end.
void InferenceChart::paintOverlay(const Pen& pen, const report::Report& overlay) const {
  pen.painter.setBrush(Qt::NoBrush);
  pen.painter.setPen(QPen(pen.theme.text, 1, Qt::DotLine));
  for (const PlannedBuffer& buffer : overlay.buffers) {
    if (buffer.lastOp + 1 >= static_cast<std::int32_t>(pen.edges.size())) continue;
    const QRect box = boxOf(buffer, bytesAxis(bytesOf(buffer)), pen.layout, pen.edges);
    if (!box.isEmpty()) pen.painter.drawRect(box.adjusted(0, 0, -1, -1));
  }
  const auto head = static_cast<double>(overlay.arena->head);
  if (!pen.layout.bytes.contains(head)) return;
  pen.painter.setPen(QPen(pen.theme.text, 2, Qt::DotLine));
  pen.painter.drawLine(QPointF(pen.layout.plot.left, pen.layout.yOf(head)),
                       QPointF(pen.layout.plot.right, pen.layout.yOf(head)));
}

void InferenceChart::paintNotes(const Pen& pen) const {
  constexpr double kFlag = 9.0; // pixels
  pen.painter.setPen(QPen(pen.theme.background, 1));
  pen.painter.setBrush(pen.theme.selection);
  const auto flag = [&](const QPointF& corner) {
    pen.painter.drawPolygon(QPolygonF({corner, corner + QPointF(kFlag, 0), corner + QPointF(0, kFlag)}));
  };
  for (std::size_t i = 0; pen.marks.noted != nullptr && i < pen.marks.noted->size(); ++i)
    if (const QRect box = boxOf(report_->buffers[i], placeOf(i, pen.marks), pen.layout, pen.edges);
        (*pen.marks.noted)[i] != 0 && !box.isEmpty())
      flag(box.topLeft());
  for (std::size_t row = 0; pen.marks.notedRows != nullptr && row < pen.marks.notedRows->size(); ++row)
    if (const AxisRange time = timeOfRow(static_cast<int>(row));
        (*pen.marks.notedRows)[row] != 0 && pen.layout.time.contains((time.first + time.last) / 2))
      flag({std::max(pen.layout.plot.left, pen.layout.xOf(time.first)), pen.layout.axisTop() - kFlag});
}

} // namespace arenascope::ui

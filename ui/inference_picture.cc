#include "ui/inference_picture.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/lens_frame.h"

namespace arenascope::ui {

using profile::ArenaFigures;
using profile::OperatorReport;
using profile::PlannedBuffer;

namespace {

AxisRange bufferTimes(const PlannedBuffer& buffer) {
  return {static_cast<double>(buffer.firstOp), static_cast<double>(buffer.lastOp) + 1};
}

AxisRange bufferBytes(const PlannedBuffer& buffer) {
  return {static_cast<double>(buffer.offset), static_cast<double>(buffer.offset + buffer.plannedBytes())};
}

// The tensor's own part of a long name: what stands behind the last slash.
QString shortName(const PlannedBuffer& buffer) {
  return QString::fromStdString(buffer.name).section(QLatin1Char('/'), -1);
}

// Name and size where both are readable, otherwise the size.
void drawLabel(QPainter& painter, const QRectF& box, const PlannedBuffer& buffer) {
  const QFontMetricsF metrics(painter.font());
  const QString size = bytesText(static_cast<double>(buffer.bytes));
  const double spare = box.width() - 8;
  if (spare < metrics.horizontalAdvance(size) || box.height() < metrics.height() * 0.9) return;
  if (box.height() >= 2 * metrics.height() && spare >= metrics.averageCharWidth() * 5) {
    const QString name = metrics.elidedText(shortName(buffer), Qt::ElideMiddle, spare);
    painter.drawText(box, Qt::AlignCenter, name + QLatin1Char('\n') + size);
  } else {
    const QString both = shortName(buffer) + QStringLiteral("  ") + size;
    painter.drawText(box, Qt::AlignCenter, metrics.horizontalAdvance(both) <= spare ? both : size);
  }
}

QString operatorText(const OperatorReport& op) {
  return QString::fromStdString(profile::operatorPlace(op) + " " + op.name);
}

} // namespace

InferencePicture::InferencePicture(ReportPointer report) : report_(std::move(report)), peak_(report_->peakOperator()) {}

AxisRange InferencePicture::timeRange() const {
  std::int32_t last = 0;
  for (const OperatorReport& op : report_->operators) last = std::max(last, op.time);
  for (const PlannedBuffer& buffer : report_->buffers) last = std::max(last, buffer.lastOp);
  return {0.0, last + 1.0};
}

AxisRange InferencePicture::bytesRange() const {
  return {0.0, report_->arena ? static_cast<double>(report_->arena->minimum) : 1.0};
}

void InferencePicture::paint(QPainter& painter, const LensLayout& layout, const Theme& theme,
                             const InferenceMarks& marks) const {
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.fillRect(toRect(layout.plot), theme.free);
  drawBytesAxis(painter, layout, theme);
  paintTimeAxis(painter, layout, theme, marks);
  painter.save();
  painter.setClipRect(toRect(layout.plot));
  paintSections(painter, layout, theme);
  paintBuffers(painter, layout, theme, marks);
  paintPeak(painter, layout, theme);
  painter.restore();
}

// Behind the buffers: what the arena is used for as a whole.
void InferencePicture::paintSections(QPainter& painter, const LensLayout& layout, const Theme& theme) const {
  const ArenaFigures& arena = *report_->arena;
  const auto size = static_cast<double>(arena.minimum);
  const double tailStart = size - static_cast<double>(arena.tail);
  const QRectF tail = toRect(layout.box(timeRange(), {tailStart, size}));
  painter.fillRect(tail, theme.tail);
  painter.setPen(theme.dark ? theme.text : QColor(0x1E, 0x27, 0x2F));
  drawFitting(painter, tail, QStringLiteral("tail: persistent, %1 bytes").arg(groupedText(arena.tail)),
              Qt::AlignCenter);
  const QRectF gap = toRect(layout.box(timeRange(), {static_cast<double>(arena.head), tailStart}));
  painter.setPen(theme.weakText);
  drawFitting(painter, gap,
              QStringLiteral("free while it runs: %1 bytes, needed only while the model is set up")
                  .arg(groupedText(arena.minimum - arena.used)),
              Qt::AlignCenter);
}

bool InferencePicture::highlighted(const PlannedBuffer& buffer, int index, const InferenceMarks& marks) const {
  if (marks.buffer >= 0) return index == marks.buffer;
  if (marks.op >= 0) return buffer.liveAt(report_->operators[static_cast<std::size_t>(marks.op)].time);
  return true;
}

void InferencePicture::paintBuffers(QPainter& painter, const LensLayout& layout, const Theme& theme,
                                    const InferenceMarks& marks) const {
  for (std::size_t i = 0; i < report_->buffers.size(); ++i) {
    const PlannedBuffer& buffer = report_->buffers[i];
    const QRectF box = toRect(layout.box(bufferTimes(buffer), bufferBytes(buffer)));
    if (box.isEmpty()) continue;
    const bool strong = highlighted(buffer, static_cast<int>(i), marks);
    QColor fill = theme.buffer(static_cast<int>(i));
    if (!strong) fill = QColor::fromHsl(fill.hslHue(), 30, theme.dark ? 62 : 225);
    painter.fillRect(box, buffer.scratch ? QBrush(fill, Qt::Dense3Pattern) : QBrush(fill));
    painter.setPen(QPen(strong && (marks.op >= 0 || marks.buffer >= 0) ? theme.selection : fill.darker(150),
                        strong && marks.buffer >= 0 ? 2 : 1));
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
    painter.setPen(strong ? theme.fillText : theme.weakText);
    drawLabel(painter, box, buffer);
  }
}

void InferencePicture::paintPeak(QPainter& painter, const LensLayout& layout, const Theme& theme) const {
  if (peak_ < 0) return;
  const OperatorReport& op = report_->operators[static_cast<std::size_t>(peak_)];
  const double time = op.time;
  painter.setPen(QPen(theme.peak, 1.5, Qt::DashLine));
  const double y = layout.yOf(static_cast<double>(report_->arena->head));
  painter.drawLine(QPointF(layout.plot.left, y), QPointF(layout.plot.right, y));
  const QRectF column = toRect(layout.box({time, time + 1}, {0.0, static_cast<double>(report_->arena->head)}));
  painter.drawRect(column.adjusted(0.5, 0.5, -0.5, -0.5));
  const QString text =
      QStringLiteral("head %1 bytes, fullest at %2").arg(groupedText(report_->arena->head), operatorText(op));
  const QFontMetricsF metrics(painter.font());
  const double width = metrics.horizontalAdvance(text) + 10;
  const double left = std::clamp(column.center().x() - width / 2, layout.plot.left + 2, layout.plot.right - width - 2);
  const double top = y - metrics.height() - 5 > layout.plot.top ? y - metrics.height() - 5 : y + 4;
  const QRectF label(left, top, width, metrics.height() + 2);
  painter.fillRect(label, theme.background);
  painter.setPen(theme.peak);
  painter.drawText(label, Qt::AlignCenter, text);
}

void InferencePicture::paintTimeAxis(QPainter& painter, const LensLayout& layout, const Theme& theme,
                                     const InferenceMarks& marks) const {
  const double pixels = layout.plot.width() / layout.time.length();
  const double step = tickStep(1.0 / pixels, 26.0, false);
  const double labelTop = layout.plot.bottom + 3;
  for (double time = std::ceil(layout.time.first / step) * step; time < layout.time.last; time += step) {
    const double x = layout.xOf(time);
    painter.setPen(QPen(theme.grid, 1));
    painter.drawLine(QPointF(x, layout.plot.top), QPointF(x, layout.plot.bottom));
    const QRectF cell(x - 8, labelTop, pixels + 16, 16);
    painter.setPen(theme.weakText);
    painter.drawText(cell, Qt::AlignHCenter | Qt::AlignTop, time < 1 ? QStringLiteral("in") : timeText(time));
  }
  painter.drawText(QRectF(layout.plot.left, labelTop + 17, layout.plot.width(), 18), Qt::AlignHCenter,
                   QStringLiteral("operators in order of execution"));
  if (marks.op < 0) return;
  const double time = report_->operators[static_cast<std::size_t>(marks.op)].time;
  const QRectF column = toRect(layout.box({time, time + 1}, layout.bytes));
  QColor shade = theme.selection;
  shade.setAlpha(28);
  painter.fillRect(column, shade);
}

std::optional<int> InferencePicture::bufferAt(double time, double bytes) const {
  for (std::size_t i = 0; i < report_->buffers.size(); ++i) {
    const PlannedBuffer& buffer = report_->buffers[i];
    const AxisRange times = bufferTimes(buffer);
    const AxisRange sizes = bufferBytes(buffer);
    if (time >= times.first && time < times.last && bytes >= sizes.first && bytes < sizes.last)
      return static_cast<int>(i);
  }
  return std::nullopt;
}

std::optional<int> InferencePicture::operatorAt(double time) const {
  for (std::size_t i = 0; i < report_->operators.size(); ++i) {
    const OperatorReport& op = report_->operators[i];
    if (static_cast<int>(std::floor(time)) == op.time) return static_cast<int>(i);
  }
  return std::nullopt;
}

// Where a subgraph is called there is a moment of its own, before its first operator.
QString InferencePicture::timeText(double time) const {
  const auto op = operatorAt(time);
  return op ? QString::fromStdString(profile::operatorPlace(report_->operators[static_cast<std::size_t>(*op)]))
            : QStringLiteral("call");
}

QString InferencePicture::describeBuffer(const PlannedBuffer& buffer) const {
  const auto when = [this](std::int32_t time) {
    if (time <= 0) return QStringLiteral("input");
    return operatorAt(time) ? QStringLiteral("operator %1").arg(timeText(time)) : timeText(time);
  };
  return QStringLiteral("<b>%1</b><br>%2<br>%3 bytes at offset %4<br>in use from %5 to %6%7")
      .arg(QString::fromStdString(buffer.name).toHtmlEscaped(), QString::fromStdString(buffer.detail),
           groupedText(buffer.bytes), groupedText(buffer.offset), when(buffer.firstOp), when(buffer.lastOp),
           buffer.offlineOffset >= 0 ? QStringLiteral("<br>placed by the model's offline plan") : QString());
}

QString InferencePicture::describe(double time, double bytes) const {
  if (!timeRange().contains(time) || !bytesRange().contains(bytes)) return {};
  if (const auto buffer = bufferAt(time, bytes))
    return describeBuffer(report_->buffers[static_cast<std::size_t>(*buffer)]);
  const ArenaFigures& arena = *report_->arena;
  if (bytes >= static_cast<double>(arena.minimum - arena.tail))
    return QStringLiteral("<b>tail</b><br>%1 bytes: interpreter structs, kernel data, variables; "
                          "they stay as long as the model")
        .arg(groupedText(arena.tail));
  const auto op = operatorAt(time);
  if (!op) return {};
  const OperatorReport& row = report_->operators[static_cast<std::size_t>(*op)];
  return QStringLiteral("<b>%1</b><br>%2 bytes of buffers in use; this space is free")
      .arg(operatorText(row), groupedText(row.liveBytes));
}

} // namespace arenascope::ui

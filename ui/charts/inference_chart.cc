#include "ui/charts/inference_chart.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/report/board_fit.h"
#include "core/report/comparison.h"
#include "core/report/operator_range.h"
#include "core/report/text/report_text.h"
#include "ui/charts/arena_frame.h"
#include "ui/charts/buffer_fills.h"

namespace arenascope::ui {

using report::ArenaFigures;
using report::ByteRange;
using report::OperatorReport;
using report::PlannedBuffer;

namespace {

constexpr QSize kSmallestLabelled(12, 10); // in pixels
constexpr int kLostAlpha = 130;            // of the hatching
constexpr int kSmallestBordered = 6;       // pixels; narrower buffers are told apart by their colours

AxisRange axisOf(const ByteRange& range) { return {static_cast<double>(range.first), static_cast<double>(range.end)}; }

} // namespace

InferenceChart::InferenceChart(ReportPointer report, const InferenceOptions& options)
    : report_(std::move(report)), options_(options), scale_(*report_, options.timeAxis),
      styles_(*report_, options.colourBy, options.patterns), cycles_(cyclesByStep(*report_)), labels_(report_),
      scene_(report::inferenceScene(*report_)), headCaption_(QString::fromStdString(scene_.caption)) {}

AxisRange InferenceChart::bytesRange() const {
  return {0.0, std::max(report_->arena ? static_cast<double>(report_->arena->minimum) : 1.0, options_.leastBytes)};
}

AxisRange InferenceChart::timeOf(int buffer) const {
  const PlannedBuffer& what = report_->buffers[static_cast<std::size_t>(buffer)];
  return {scale_.positionOf(std::max<double>(what.firstOp, 0)), scale_.positionOf(what.lastOp + 1.0)};
}

// The pixel at which each step begins, cut to the plot, and one more for the end.
std::vector<int> InferenceChart::stepEdges(const ArenaLayout& layout) const {
  std::vector<int> edges;
  edges.reserve(scale_.steps() + 1);
  for (std::size_t step = 0; step <= scale_.steps(); ++step) {
    const double x = layout.xOf(scale_.positionOf(static_cast<double>(step)));
    edges.push_back(static_cast<int>(std::lround(std::clamp(x, layout.plot.left, layout.plot.right))));
  }
  return edges;
}

// Whole pixels, so that neighbours touch and nothing is blurred; at least one in each direction. Empty outside the
// plot.
QRect InferenceChart::boxOf(const PlannedBuffer& buffer, AxisRange sizes, const ArenaLayout& layout,
                            const std::vector<int>& edges) const {
  if (buffer.lastOp < 0) return {}; // it has a place, and no operator ever uses it
  const int left = edges[static_cast<std::size_t>(std::max(buffer.firstOp, PlannerStep(0)))];
  const int right = edges[static_cast<std::size_t>(buffer.lastOp) + 1];
  if (right <= std::lround(layout.plot.left) || left >= std::lround(layout.plot.right) ||
      sizes.first >= layout.bytes.last || sizes.last <= layout.bytes.first)
    return {};
  const int top = static_cast<int>(std::lround(std::max(layout.yOf(sizes.last), layout.plot.top)));
  const int bottom = static_cast<int>(std::lround(std::min(layout.yOf(sizes.first), layout.plot.bottom)));
  return {left, top, std::max(1, right - left), std::max(1, bottom - top)};
}

AxisRange InferenceChart::placeOf(std::size_t buffer, const InferenceMarks& marks) const {
  const AxisRange place = axisOf(bytesOf(report_->buffers[buffer]));
  if (marks.offsets == nullptr) return place;
  const double offset = (*marks.offsets)[buffer];
  return {offset, offset + place.length()};
}

void InferenceChart::paint(QPainter& painter, const ArenaLayout& layout, const Theme& theme,
                           const InferenceMarks& marks) const {
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.fillRect(toRect(layout.plot), theme.free);
  drawBytesAxis(painter, layout, theme);
  paintTimeAxis(painter, layout, theme);
  ArenaLayout beside = layout;
  if (marks.overlay != nullptr) beside.plot.right = paintCandidate(painter, layout, theme, *marks.overlay) - 8;
  paintLegend(painter, beside, theme);
  painter.save();
  painter.setClipRect(toRect(layout.plot));
  paintSections(painter, layout, theme);
  paintLost(painter, layout, theme);
  const std::vector<char> strong = strongBuffers(marks);
  const std::vector<LabelledBox> large = paintBuffers(painter, layout, theme, marks, strong);
  paintPeak(painter, layout, theme);
  if (marks.overlay != nullptr) paintOverlay(painter, layout, theme, *marks.overlay);
  for (const auto& [buffer, box] : large) { // above all lines
    painter.setPen(strong[buffer] != 0 ? theme.fillText : theme.weakText);
    labels_.draw(painter, box, buffer);
  }
  painter.restore();
  if (marks.arenaLine) paintArenaLine(painter, layout, theme, *marks.arenaLine);
  if (scene_.capacity) paintArenaLine(painter, layout, theme, static_cast<double>(*scene_.capacity));
  paintTags(painter, layout, theme, marks);
  paintOperatorMarks(painter, layout, theme, marks);
  paintRange(painter, layout, theme, marks);
  paintNotes(painter, layout, theme, marks);
  if (hasStrip()) paintCycleStrip(painter, layout, theme, marks);
}

// Behind the buffers: what the arena is used for as a whole.
void InferenceChart::paintSections(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const {
  const ArenaFigures& arena = *report_->arena;
  const auto size = static_cast<double>(arena.minimum);
  const double tailStart = size - static_cast<double>(arena.tail);
  const QRectF tail = toRect(layout.box(timeRange(), {tailStart, size}));
  painter.fillRect(tail, theme.tail);
  const QRectF gap = toRect(layout.box(timeRange(), {static_cast<double>(arena.head), tailStart}));
  painter.setPen(theme.weakText);
  drawFitting(painter, gap,
              QObject::tr("free while it runs: %1 bytes, needed only while the model is set up")
                  .arg(groupedText(arena.minimum - arena.used)),
              Qt::AlignCenter);
}

// What keeps its colour: everything, or what belongs to the selection.
std::vector<char> InferenceChart::strongBuffers(const InferenceMarks& marks) const {
  if (marks.matches != nullptr) return *marks.matches;
  const bool all = marks.op < 0 && marks.buffer < 0 && !marks.bytes;
  std::vector<char> strong(report_->buffers.size(), all ? 1 : 0);
  if (marks.op >= 0) {
    const PlannerStep time = report_->operators[static_cast<std::size_t>(marks.op)].time;
    for (std::size_t i = 0; i < strong.size(); ++i) strong[i] = report_->buffers[i].liveAt(time) ? 1 : 0;
  }
  std::optional<ByteRange> range = marks.bytes;
  if (marks.buffer >= 0) range = bytesOf(report_->buffers[static_cast<std::size_t>(marks.buffer)]);
  if (range)
    for (const int i : historyOf(*report_, *range)) strong[static_cast<std::size_t>(i)] = 1;
  return strong;
}

std::vector<InferenceChart::LabelledBox> InferenceChart::paintBuffers(QPainter& painter, const ArenaLayout& layout,
                                                                      const Theme& theme, const InferenceMarks& marks,
                                                                      const std::vector<char>& strong) const {
  const BufferColours colours(theme);
  const std::vector<int> edges = stepEdges(layout);
  PatternFills patterns(painter, theme);
  std::vector<LabelledBox> large;
  for (const std::size_t i : scene_.paintOrder) {
    const QRect box = boxOf(report_->buffers[i], placeOf(i, marks), layout, edges);
    if (box.isEmpty()) continue;
    const BufferColours::Look& look = colours.of(styles_.of(i).colour, strong[i] != 0);
    const bool selected = static_cast<int>(i) == marks.buffer;
    const int border = selected ? 3 : static_cast<int>(i) == marks.hovered ? 2 : 1;
    if (!selected && (box.width() < kSmallestBordered || box.height() < kSmallestBordered)) {
      patterns.fill(box, look.fill, styles_.of(i).pattern);
    } else {
      painter.fillRect(box, QColor(selected                ? theme.selection.rgb()
                                   : scene_.inPeak[i] != 0 ? theme.peak.rgb()
                                                           : look.border));
      patterns.fill(box.adjusted(border, border, -border, -border), look.fill, styles_.of(i).pattern);
    }
    // An accelerator's memory is often two inputs that are one place: one label.
    const bool again = !large.empty() && large.back().second == box;
    if (!again && box.width() >= kSmallestLabelled.width() && box.height() >= kSmallestLabelled.height())
      large.emplace_back(i, box);
  }
  return large;
}

void InferenceChart::paintLost(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const {
  QColor ink = theme.peak;
  ink.setAlpha(kLostAlpha);
  for (const report::InferenceScene::Lost& lost : scene_.lost)
    painter.fillRect(
        toRect(layout.box({scale_.positionOf(lost.time), scale_.positionOf(lost.time + 1)}, axisOf(lost.bytes))),
        QBrush(ink, Qt::BDiagPattern));
}

void InferenceChart::paintPeak(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const {
  if (scene_.peak < 0) return;
  painter.setPen(QPen(theme.peak, 1.5, Qt::DashLine));
  const double y = layout.yOf(static_cast<double>(report_->arena->head));
  painter.drawLine(QPointF(layout.plot.left, y), QPointF(layout.plot.right, y));
  const QRectF column = toRect(layout.box(timeOfRow(scene_.peak), {0.0, static_cast<double>(report_->arena->head)}));
  painter.drawRect(column.adjusted(0.5, 0.5, -0.5, -0.5));
}

// Above all lines, so that none crosses them.
void InferenceChart::paintTags(QPainter& painter, const ArenaLayout& layout, const Theme& theme,
                               const InferenceMarks& marks) const {
  const ArenaFigures& arena = *report_->arena;
  const auto head = static_cast<double>(arena.head);
  Tags tags(painter, layout);
  if (scene_.peak >= 0 && layout.bytes.contains(head)) {
    const OperatorReport& op = report_->operators[static_cast<std::size_t>(scene_.peak)];
    tags.draw({layout.xOf(scale_.positionOf(op.time + 0.5)), layout.yOf(head)}, headCaption_, theme.peak,
              theme.background);
  }
  if (const double room = static_cast<double>(scene_.capacity.value_or(0));
      scene_.capacity && layout.bytes.contains(room))
    tags.draw({layout.plot.right, layout.yOf(room)},
              QObject::tr("room on %1: %2 bytes, does not fit")
                  .arg(QString::fromStdString(report_->board->title), groupedText(*scene_.capacity)),
              theme.peak, theme.background);
  if (const std::uint64_t before = marks.overlay != nullptr ? marks.overlay->arena->head : arena.head;
      before != arena.head)
    tags.draw({layout.plot.right, layout.yOf(static_cast<double>(before))},
              QObject::tr("dotted: as it is, head %1 bytes; tried %2")
                  .arg(groupedText(before), QString::fromStdString(report::differenceText(before, arena.head))),
              theme.text, theme.background);
  if (marks.arenaLine && layout.bytes.contains(*marks.arenaLine)) {
    const bool fits = *marks.arenaLine >= static_cast<double>(arena.minimum);
    const QString size = groupedText(static_cast<std::uint64_t>(*marks.arenaLine));
    tags.draw({layout.plot.right, layout.yOf(*marks.arenaLine)},
              fits ? QObject::tr("arena of %1 bytes: fits").arg(size)
                   : QObject::tr("arena of %1 bytes: does not fit").arg(size),
              fits ? theme.weakText : theme.peak, theme.background);
  }
  // The tail's own words, where nothing lies over them; its colour is in the legend.
  const auto size = static_cast<double>(arena.minimum);
  const QRectF tail = toRect(layout.box(timeRange(), {size - static_cast<double>(arena.tail), size}));
  const QString text = QObject::tr("tail: persistent, %1 bytes").arg(groupedText(arena.tail));
  const QFontMetricsF metrics(painter.font());
  const double width = metrics.horizontalAdvance(text) + 6;
  if (tags.covers(QRectF(tail.right() - width, tail.top(), width, metrics.height()))) return;
  painter.setPen(theme.tailText);
  drawFitting(painter, tail, text, Qt::AlignRight | Qt::AlignTop);
}

// What is tried, above the plot: where that begins.
double InferenceChart::paintCandidate(QPainter& painter, const ArenaLayout& layout, const Theme& theme,
                                      const report::Report& overlay) const {
  const QString change = QString::fromStdString(describeChange(overlay, *report_));
  const QString text = change.isEmpty() ? QObject::tr("what if; dotted: as it is")
                                        : QObject::tr("what if: %1; dotted: as it is").arg(change);
  const QFontMetricsF metrics(painter.font());
  const double width = std::min(metrics.horizontalAdvance(text) + 12, layout.plot.width());
  const QRectF box(layout.plot.right - width, layout.plot.top - metrics.height() - 6, width, metrics.height() + 4);
  painter.fillRect(box, theme.selection);
  painter.setPen(theme.background);
  painter.drawText(box, Qt::AlignCenter, metrics.elidedText(text, Qt::ElideRight, width - 8));
  return box.left();
}

void InferenceChart::paintArenaLine(QPainter& painter, const ArenaLayout& layout, const Theme& theme,
                                    double bytes) const {
  if (!layout.bytes.contains(bytes)) return;
  const double y = layout.yOf(bytes);
  painter.setPen(QPen(bytes >= static_cast<double>(report_->arena->minimum) ? theme.weakText : theme.peak, 2));
  painter.drawLine(QPointF(layout.plot.left - 6, y), QPointF(layout.plot.right, y));
}

void InferenceChart::paintTimeAxis(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const {
  const double labelTop = layout.axisTop() + 3;
  const double line = 17.0 * textScale();
  painter.setPen(theme.weakText);
  if (scale_.axis() == TimeAxis::kCycles)
    paintTimeTicks(painter, layout, theme, labelTop + line);
  else
    painter.drawText(QRectF(layout.plot.left, labelTop + line, layout.plot.width(), line + 1), Qt::AlignHCenter,
                     QObject::tr("operators in order of execution"));
  const double labelDistance = 26.0 * textScale();
  constexpr double kColumnWithGrid = 10.0; // pixels; between narrower ones a grid would hide what it divides
  double next = layout.plot.left - labelDistance;
  const auto first = static_cast<std::size_t>(scale_.stepAt(layout.time.first));
  for (std::size_t step = first; step < scale_.steps(); ++step) {
    const double x = layout.xOf(scale_.positionOf(static_cast<double>(step)));
    if (x > layout.plot.right) break;
    const double end = layout.xOf(scale_.positionOf(static_cast<double>(step) + 1));
    const double middle = (x + end) / 2;
    if (middle - next < labelDistance || middle < layout.plot.left || middle > layout.plot.right) continue;
    next = middle;
    painter.setPen(QPen(theme.grid, 1));
    const double top = end - x >= kColumnWithGrid ? layout.plot.top : layout.plot.bottom;
    if (x >= layout.plot.left) painter.drawLine(QPointF(x, top), QPointF(x, layout.axisTop()));
    painter.setPen(theme.weakText);
    painter.drawText(QRectF(middle - 60, labelTop, 120, line), Qt::AlignHCenter | Qt::AlignTop,
                     stepText(static_cast<int>(step)));
  }
}

void InferenceChart::paintTimeTicks(QPainter& painter, const ArenaLayout& layout, const Theme& theme,
                                    double top) const {
  const double line = 17.0 * textScale();
  const double tickDistance = 90.0 * textScale();                             // pixels, at least
  const double unit = report_->board ? report_->board->clockHz() / 1e6 : 1.0; // cycles: of a microsecond
  const double start = scale_.positionOf(1);
  const double step = tickStep(layout.time.length() / unit / std::max(1.0, layout.plot.width()), tickDistance, false);
  painter.setPen(theme.weakText);
  painter.drawText(QRectF(0, top, layout.plot.left - 8, line + 1), Qt::AlignRight | Qt::AlignTop,
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

void InferenceChart::paintOperatorMarks(QPainter& painter, const ArenaLayout& layout, const Theme& theme,
                                        const InferenceMarks& marks) const {
  QColor shade = theme.selection;
  shade.setAlpha(36);
  if (marks.op >= 0) {
    painter.fillRect(toRect(layout.box(timeOfRow(marks.op), layout.bytes)), shade);
  }
  if (!marks.bytes) return;
  const QRectF band = toRect(layout.box(layout.time, axisOf(*marks.bytes)));
  painter.setPen(QPen(theme.selection, 1, Qt::DashLine));
  painter.drawLine(band.topLeft(), band.topRight());
  painter.drawLine(band.bottomLeft(), band.bottomRight());
  shade.setAlpha(110);
  painter.fillRect(QRectF(layout.plot.left - 7, band.top(), 7, std::max(1.0, band.height())), shade);
}

// What was drawn on below the picture, with its sum.
void InferenceChart::paintRange(QPainter& painter, const ArenaLayout& layout, const Theme& theme,
                                const InferenceMarks& marks) const {
  if (!marks.rows) return;
  const AxisRange times{timeOfRow(marks.rows->first).first, timeOfRow(marks.rows->second).last};
  const QRectF band = toRect(layout.box(times, layout.bytes));
  QColor shade = theme.selection;
  shade.setAlpha(28);
  painter.fillRect(band, shade);
  painter.setPen(QPen(theme.selection, 1, Qt::DashLine));
  painter.drawLine(band.topLeft(), QPointF(band.left(), layout.axisTop()));
  painter.drawLine(band.topRight(), QPointF(band.right(), layout.axisTop()));
  const QString sum = QString::fromStdString(report::describe(*report_, static_cast<std::size_t>(marks.rows->first),
                                                              static_cast<std::size_t>(marks.rows->second)));
  Tags(painter, layout).draw({band.center().x(), layout.plot.bottom - 4}, sum, theme.background, theme.selection);
}

// Where its buffers would be, and where its head would end.
void InferenceChart::paintOverlay(QPainter& painter, const ArenaLayout& layout, const Theme& theme,
                                  const report::Report& overlay) const {
  const std::vector<int> edges = stepEdges(layout);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.text, 1, Qt::DotLine));
  for (const PlannedBuffer& buffer : overlay.buffers) {
    if (buffer.lastOp + 1 >= static_cast<std::int32_t>(edges.size())) continue;
    const QRect box = boxOf(buffer, axisOf(bytesOf(buffer)), layout, edges);
    if (!box.isEmpty()) painter.drawRect(box.adjusted(0, 0, -1, -1));
  }
  const auto head = static_cast<double>(overlay.arena->head);
  if (!layout.bytes.contains(head)) return;
  painter.setPen(QPen(theme.text, 2, Qt::DotLine));
  painter.drawLine(QPointF(layout.plot.left, layout.yOf(head)), QPointF(layout.plot.right, layout.yOf(head)));
}

void InferenceChart::paintNotes(QPainter& painter, const ArenaLayout& layout, const Theme& theme,
                                const InferenceMarks& marks) const {
  constexpr double kFlag = 9.0; // pixels
  painter.setPen(QPen(theme.background, 1));
  painter.setBrush(theme.selection);
  const auto flag = [&](const QPointF& corner) {
    painter.drawPolygon(QPolygonF({corner, corner + QPointF(kFlag, 0), corner + QPointF(0, kFlag)}));
  };
  const std::vector<int> edges = stepEdges(layout);
  for (std::size_t i = 0; marks.noted != nullptr && i < marks.noted->size(); ++i)
    if (const QRect box = boxOf(report_->buffers[i], placeOf(i, marks), layout, edges);
        (*marks.noted)[i] != 0 && !box.isEmpty())
      flag(box.topLeft());
  for (std::size_t row = 0; marks.notedRows != nullptr && row < marks.notedRows->size(); ++row)
    if (const AxisRange time = timeOfRow(static_cast<int>(row));
        (*marks.notedRows)[row] != 0 && layout.time.contains((time.first + time.last) / 2))
      flag({std::max(layout.plot.left, layout.xOf(time.first)), layout.axisTop() - kFlag});
}

// Columns of equal width get bars as high as their cycles; on the axis of cycles the width says it.
void InferenceChart::paintCycleStrip(QPainter& painter, const ArenaLayout& layout, const Theme& theme,
                                     const InferenceMarks& marks) const {
  const QRectF strip = toRect(layout.strip);
  if (strip.height() < 4) return;
  painter.fillRect(strip, theme.free);
  const bool toScale = scale_.axis() == TimeAxis::kCycles;
  const auto most = static_cast<double>(std::max<std::uint64_t>(1, *std::max_element(cycles_.begin(), cycles_.end())));
  const QFontMetricsF metrics(painter.font());
  painter.save();
  painter.setClipRect(strip);
  for (std::size_t step = static_cast<std::size_t>(scale_.stepAt(layout.time.first)); step < scale_.steps(); ++step) {
    const double left = layout.xOf(scale_.positionOf(static_cast<double>(step)));
    if (left > layout.plot.right) break;
    const double right = layout.xOf(scale_.positionOf(static_cast<double>(step) + 1));
    if (cycles_[step] == 0) continue;
    const double height = toScale ? strip.height() : strip.height() * static_cast<double>(cycles_[step]) / most;
    const QRectF bar(left, strip.bottom() - height, std::max(1.0, right - left - (right - left > 3 ? 1 : 0)), height);
    const bool chosen = marks.op >= 0 && scene_.rowOfStep[step] == marks.op;
    painter.fillRect(bar.toRect(), chosen ? theme.selection : theme.cycles);
    if (!toScale || scene_.rowOfStep[step] < 0) continue;
    painter.setPen(chosen ? theme.background : theme.fillText);
    drawFitting(painter, bar, operatorTitle(report_->operators[static_cast<std::size_t>(scene_.rowOfStep[step])]),
                Qt::AlignCenter);
  }
  painter.restore();
  painter.setPen(theme.weakText);
  painter.drawText(QRectF(0, strip.top(), layout.plot.left - 8, strip.height()), Qt::AlignRight | Qt::AlignVCenter,
                   QObject::tr("cycles"));
  if (toScale) return;
  painter.drawText(QRectF(strip.left() + 4, strip.top(), strip.width() - 8, metrics.height()),
                   Qt::AlignRight | Qt::AlignTop,
                   QObject::tr("highest bar: %1").arg(groupedText(static_cast<std::uint64_t>(most))));
}

void InferenceChart::paintLegend(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const {
  std::vector<LegendItem> items;
  for (const LegendEntry& entry : styles_.legend())
    items.push_back({theme.buffer(entry.style.colour), entry.style.pattern, entry.name});
  items.push_back({theme.tail, Qt::SolidPattern, QObject::tr("tail (persistent)")});
  items.push_back({theme.free, Qt::SolidPattern, QObject::tr("free")});
  items.push_back({theme.peak, Qt::NoBrush, QObject::tr("makes the peak")});
  if (!scene_.lost.empty()) items.push_back({theme.free, Qt::BDiagPattern, QObject::tr("lost to placement")});
  drawLegend(painter, items, layout, theme);
}

} // namespace arenascope::ui

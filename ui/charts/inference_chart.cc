#include "ui/charts/inference_chart.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "core/report/text/report_text.h"
#include "ui/charts/hatching.h"

namespace arenascope::ui {

using report::ByteRange;
using report::OperatorReport;
using report::PlannedBuffer;

namespace {

constexpr QSize kSmallestLabelled(12, 10); // in pixels
constexpr int kLostAlpha = 130;            // of the hatching
constexpr int kColumnAlpha = 23;           // of the shade behind a column
constexpr int kSmallestBordered = 6;       // pixels; narrower buffers are told apart by their colours
constexpr QSize kSmallestRound(24, 5);     // in pixels; from here on boxes have round corners
constexpr int kSmallestApart = 9;          // pixels of height, from which on boxes stand apart
constexpr int kApart = 20;                 // pixels of a column, from which on its boxes stand apart sideways as well

AxisRange axisOf(const ByteRange& range) { return {static_cast<double>(range.first), static_cast<double>(range.end)}; }

} // namespace

InferenceChart::InferenceChart(ReportPointer report, const InferenceOptions& options)
    : report_(std::move(report)), options_(options), scale_(*report_, options.timeAxis),
      styles_(*report_, options.colourBy, options.patterns), cycles_(cyclesByStep(*report_)), labels_(report_),
      scene_(report::inferenceScene(*report_)), tail_(report::tailScene(*report_)) {}

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
  const report::ArenaFigures& arena = *report_->arena;
  drawBytesAxis(painter, layout, theme,
                {static_cast<double>(arena.minimum - arena.tail), static_cast<double>(arena.minimum)});
  Pen pen{painter, layout, theme, marks, stepEdges(layout), strongBuffers(marks), LabelRoom(toRect(layout.plot))};
  ArenaLayout beside = layout;
  if (marks.overlay != nullptr) beside.plot.right = paintCandidate(pen, *marks.overlay) - 8;
  if (options_.legend) drawLegend(painter, legend(theme), beside, theme);
  paintLayerNumbers(pen);
  painter.save();
  painter.setClipRect(toRect(layout.plot).adjusted(0, -1, 0, 1), Qt::IntersectClip);
  paintTail(pen);
  paintColumns(pen);
  paintLost(pen);
  const std::vector<LabelledBox> large = paintBuffers(pen);
  paintHeadLine(pen);
  if (marks.overlay != nullptr) paintOverlay(pen, *marks.overlay);
  paintLabels(pen, large);
  painter.restore();
  if (marks.arenaLine) paintArenaLine(pen, *marks.arenaLine);
  if (scene_.capacity) paintArenaLine(pen, static_cast<double>(*scene_.capacity));
  paintHeadLabel(pen);
  paintTags(pen);
  paintByteMarks(pen);
  paintRange(pen);
  paintNotes(pen);
  if (hasStrip()) paintCycleStrip(pen);
}

// What keeps its colour: everything, or what shares bytes with what is pointed at or selected.
std::vector<char> InferenceChart::strongBuffers(const InferenceMarks& marks) const {
  if (marks.matches != nullptr) return *marks.matches;
  const int about = marks.hovered >= 0 ? marks.hovered : marks.buffer;
  std::optional<ByteRange> range = marks.hovered >= 0 ? std::nullopt : marks.bytes;
  if (about >= 0) range = bytesOf(report_->buffers[static_cast<std::size_t>(about)]);
  std::vector<char> strong(report_->buffers.size(), range ? 0 : 1);
  if (range)
    for (const int i : historyOf(*report_, *range)) strong[static_cast<std::size_t>(i)] = 1;
  return strong;
}

void InferenceChart::paintColumns(Pen& pen) const {
  const auto shade = [&](int row, QColor colour, double top) {
    colour.setAlpha(kColumnAlpha);
    pen.painter.fillRect(toRect(pen.layout.box(timeOfRow(row), {0.0, top})).toRect(), colour);
  };
  const auto head = static_cast<double>(report_->arena->head);
  if (scene_.peak >= 0) shade(scene_.peak, pen.theme.peak, head);
  if (pen.marks.op >= 0)
    shade(pen.marks.op, pen.theme.selection, pen.marks.op == scene_.peak ? head : pen.layout.bytes.last);
}

void InferenceChart::paintBox(Pen& pen, PatternFills& patterns, std::size_t buffer, const QRect& box,
                              const BufferColours::Look& look) const {
  const bool selected = static_cast<int>(buffer) == pen.marks.buffer;
  const bool pointedAt = static_cast<int>(buffer) == pen.marks.hovered;
  const bool peak = scene_.inPeak[buffer] != 0 && pen.strong[buffer] != 0;
  const bool inUse = pen.marks.op >= 0 &&
                     report_->buffers[buffer].liveAt(report_->operators[static_cast<std::size_t>(pen.marks.op)].time);
  const int border = selected ? 3 : pointedAt || peak || inUse ? 2 : 1;
  const QColor edge = peak && !selected   ? pen.theme.peak
                      : selected || inUse ? pen.theme.selection
                                          : QColor(look.border);
  const Qt::BrushStyle pattern = styles_.of(buffer).pattern;
  QPainter& painter = pen.painter;
  if (box.width() < kSmallestRound.width() || box.height() < kSmallestRound.height()) {
    painter.fillRect(box, edge);
    patterns.fill(box.adjusted(border, border, -border, -border), look.fill, pattern);
    return;
  }
  const double inside = 0.5 * border;
  const QRectF frame = QRectF(box).adjusted(inside, inside, -inside, -inside);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(edge, border));
  painter.setBrush(QColor(look.fill));
  const double round = std::min(3.0, frame.height() / 2);
  painter.drawRoundedRect(frame, round, round);
  painter.setRenderHint(QPainter::Antialiasing, false);
  drawPattern(painter, box.adjusted(2, 2, -2, -2), pattern, pen.theme);
}

std::vector<InferenceChart::LabelledBox> InferenceChart::paintBuffers(Pen& pen) const {
  const BufferColours colours(pen.theme, pen.marks.fade);
  PatternFills patterns(pen.painter, pen.theme);
  const bool apart = pen.edges.size() > 1 && pen.layout.plot.width() / pen.layout.time.length() *
                                                     (timeRange().length() / static_cast<double>(scale_.steps())) >
                                                 kApart;
  std::vector<LabelledBox> large;
  for (const std::size_t i : scene_.paintOrder) {
    QRect box = boxOf(report_->buffers[i], placeOf(i, pen.marks), pen.layout, pen.edges);
    if (box.isEmpty()) continue;
    const BufferColours::Look& look = colours.of(styles_.of(i).colour, pen.strong[i] != 0);
    if (static_cast<int>(i) != pen.marks.buffer &&
        (box.width() < kSmallestBordered || box.height() < kSmallestBordered)) {
      patterns.fill(box, look.fill, styles_.of(i).pattern);
      continue;
    }
    const int side = apart && box.width() >= kApart ? 1 : 0;
    const int above = box.height() >= kSmallestApart ? 1 : 0;
    box.adjust(side, above, -side, 0);
    paintBox(pen, patterns, i, box, look);
    // An accelerator's memory is often two inputs that are one place: one label.
    const bool again = !large.empty() && large.back().second == box;
    if (!again && box.width() >= kSmallestLabelled.width() && box.height() >= kSmallestLabelled.height())
      large.emplace_back(i, box);
  }
  return large;
}

void InferenceChart::paintLabels(Pen& pen, const std::vector<LabelledBox>& boxes) const {
  const LabelInk strong{pen.theme.fillText, pen.theme.fillSub};
  const LabelInk weak{mixed(pen.theme.fillText, pen.theme.faintText, pen.marks.fade),
                      mixed(pen.theme.fillSub, pen.theme.faintText, pen.marks.fade)};
  const QFont font = pen.painter.font();
  labels_.begin(font);
  for (const auto& [buffer, box] : boxes) labels_.add(box, buffer, pen.strong[buffer] != 0 ? strong : weak, pen.room);
  labels_.paint(pen.painter);
  pen.painter.setFont(font);
}

void InferenceChart::paintLost(const Pen& pen) const {
  QColor ink = pen.theme.peak;
  ink.setAlpha(kLostAlpha);
  for (const report::InferenceScene::Lost& lost : scene_.lost)
    fillPattern(
        pen.painter,
        toRect(pen.layout.box({scale_.positionOf(lost.time), scale_.positionOf(lost.time + 1)}, axisOf(lost.bytes))),
        ink, Qt::BDiagPattern);
}

void InferenceChart::paintHeadLine(const Pen& pen) const {
  const auto head = static_cast<double>(report_->arena->head);
  if (scene_.peak < 0 || !pen.layout.bytes.contains(head)) return;
  const double y = std::round(pen.layout.yOf(head));
  pen.painter.fillRect(QRectF(pen.layout.plot.left, y - 1, pen.layout.plot.width(), 2).toRect(), pen.theme.peak);
}

QPointF InferenceChart::headLabelPlace(const Pen& pen, const QSizeF& size) const {
  constexpr double kBelow = 6.0;
  constexpr double kBeside = 6.0;
  const Box& plot = pen.layout.plot;
  const double y = pen.layout.yOf(static_cast<double>(report_->arena->head)) + kBelow;
  // The pixels of each step that something covers at the label's height.
  std::vector<char> covered(scale_.steps(), 0);
  for (std::size_t i = 0; i < report_->buffers.size(); ++i) {
    const PlannedBuffer& buffer = report_->buffers[i];
    const AxisRange bytes = placeOf(i, pen.marks);
    if (buffer.lastOp < 0 || pen.layout.yOf(bytes.last) > y + size.height() || pen.layout.yOf(bytes.first) < y)
      continue;
    const auto first = static_cast<std::size_t>(std::max(buffer.firstOp, PlannerStep(0)));
    std::fill(covered.begin() + static_cast<std::ptrdiff_t>(first), covered.begin() + buffer.lastOp + 1, char{1});
  }
  const int peak = report_->operators[static_cast<std::size_t>(scene_.peak)].time;
  const double centre = pen.layout.xOf(scale_.positionOf(peak + 0.5));
  std::optional<double> best;
  for (std::size_t first = 0; first < covered.size(); ++first) {
    if (covered[first] != 0) continue;
    std::size_t end = first;
    while (end < covered.size() && covered[end] == 0) ++end;
    const double left = std::max<double>(pen.edges[first], plot.left) + kBeside;
    const double right = std::min<double>(pen.edges[end], plot.right) - kBeside - size.width();
    first = end;
    if (right < left) continue;
    const double x = std::clamp(centre, left, right);
    if (!best || std::abs(x - centre) < std::abs(*best - centre)) best = x;
  }
  if (best && y + size.height() < plot.bottom) return {*best, y};
  const double least = plot.left + kBeside;
  const double x = std::clamp(centre - size.width() / 2, least, std::max(least, plot.right - size.width() - kBeside));
  return {x, std::max(y - 2 * kBelow - size.height(), plot.top - topMargin())};
}

void InferenceChart::paintHeadLabel(Pen& pen) const {
  if (scene_.headTitle.empty() || !pen.layout.bytes.contains(static_cast<double>(report_->arena->head))) return;
  const QString title = QString::fromStdString(scene_.headTitle);
  const QString detail = QString::fromStdString(scene_.headDetail);
  const QFont font = pen.painter.font();
  const QFont strong = fontOf(pen.painter, 13, QFont::DemiBold);
  const QFont usual = fontOf(pen.painter, 12);
  const QFontMetricsF large(strong);
  const QFontMetricsF small(usual);
  const QSizeF size(std::max(large.horizontalAdvance(title), small.horizontalAdvance(detail)) + 2,
                    large.height() + small.height());
  const QPointF at = headLabelPlace(pen, size);
  // What lies there, if anything, is the tail or what is free.
  if (!pen.room.take({at, size})) pen.painter.fillRect(QRectF(at, size).adjusted(-4, 0, 4, 0), pen.theme.background);
  pen.painter.setFont(strong);
  pen.painter.setPen(pen.theme.peak);
  pen.painter.drawText(QPointF(at.x(), at.y() + large.ascent()), title);
  pen.painter.setFont(usual);
  pen.painter.setPen(pen.theme.weakText);
  pen.painter.drawText(QPointF(at.x(), at.y() + large.height() + small.ascent()), detail);
  pen.painter.setFont(font);
}

std::vector<LegendItem> InferenceChart::legend(const Theme& theme) const {
  std::vector<LegendItem> items;
  for (const LegendEntry& entry : styles_.legend())
    items.push_back(
        {theme.buffer(entry.style.colour), entry.style.pattern, entry.name, theme.edge(entry.style.colour)});
  items.push_back({theme.peak, Qt::NoBrush, QObject::tr("Makes the peak")});
  if (!scene_.lost.empty()) items.push_back({theme.free, Qt::BDiagPattern, QObject::tr("Gaps"), theme.line});
  return items;
}

} // namespace arenascope::ui

// The part of InferenceChart that says what lies at a place.
#include <algorithm>

#include "core/report/text/short_names.h"
#include "ui/charts/arena_frame.h"
#include "ui/charts/inference_chart.h"

namespace arenascope::ui {

using report::ArenaFigures;
using report::OperatorReport;
using report::PlannedBuffer;

std::optional<int> InferenceChart::bufferAt(double time, double bytes) const {
  if (bytes < 0 || !timeRange().contains(time)) return std::nullopt;
  const PlannerStep step(static_cast<std::int32_t>(scale_.stepAt(time)));
  const auto at = static_cast<std::uint64_t>(bytes);
  // What was painted last lies on top.
  for (std::size_t n = scene_.paintOrder.size(); n-- > 0;) {
    const PlannedBuffer& buffer = report_->buffers[scene_.paintOrder[n]];
    if (buffer.liveAt(step) && bytesOf(buffer).overlaps({at, at + 1})) return static_cast<int>(scene_.paintOrder[n]);
  }
  return std::nullopt;
}

std::vector<char> InferenceChart::matching(const QString& text) const {
  const std::vector<std::string> names = shortBufferNames(*report_);
  std::vector<char> matches;
  for (std::size_t i = 0; i < report_->buffers.size(); ++i) {
    const PlannedBuffer& buffer = report_->buffers[i];
    const std::string all =
        names[i] + '\n' + buffer.name + '\n' + buffer.detail + '\n' + writerName(*report_, scene_.rowOfStep, buffer);
    matches.push_back(QString::fromStdString(all).contains(text, Qt::CaseInsensitive) ? 1 : 0);
  }
  return matches;
}

std::optional<std::pair<int, int>> InferenceChart::rowsIn(AxisRange times) const {
  std::optional<std::pair<int, int>> rows;
  const auto first = static_cast<std::size_t>(scale_.stepAt(times.first));
  for (std::size_t step = first; step < scene_.rowOfStep.size(); ++step) {
    if (scale_.positionOf(static_cast<double>(step)) >= times.last) break;
    const int row = scene_.rowOfStep[step];
    if (row >= 0) rows = {rows ? rows->first : row, row};
  }
  return rows;
}

AxisRange InferenceChart::timeOfRow(int row) const {
  const double step = report_->operators[static_cast<std::size_t>(row)].time;
  return {scale_.positionOf(step), scale_.positionOf(step + 1)};
}

std::optional<int> InferenceChart::operatorAt(double time) const {
  if (!timeRange().contains(time)) return std::nullopt;
  const int row =
      scene_.rowOfStep[std::min(static_cast<std::size_t>(scale_.stepAt(time)), scene_.rowOfStep.size() - 1)];
  return row < 0 ? std::nullopt : std::optional(row);
}

// Where a subgraph is called there is a step of its own, before its first operator.
QString InferenceChart::stepText(int step) const {
  return step <= 0 ? QObject::tr("in") : QString::fromStdString(stepName(*report_, scene_.rowOfStep, step));
}

QString InferenceChart::describeBuffer(int index) const {
  const PlannedBuffer& buffer = report_->buffers[static_cast<std::size_t>(index)];
  const report::Lifetime lifetime = lifetimeOf(*report_, scene_.rowOfStep, buffer);
  const auto when = [](const std::string& step) {
    const QString text = QString::fromStdString(step);
    return text.isEmpty() || !text.front().isDigit() ? text : QObject::tr("operator %1").arg(text);
  };
  const std::size_t sharing = historyOf(*report_, bytesOf(buffer)).size() - 1;
  return QStringLiteral("<b>%1</b> (%2)<br>%3<br>%4 at offset %5<br>%6%7%8")
      .arg(QString::fromStdString(buffer.name).toHtmlEscaped(),
           QString::fromLatin1(bufferKindName(bufferKind(*report_, buffer))), QString::fromStdString(buffer.detail),
           countedText(buffer.bytes), groupedText(buffer.offset),
           lifetime.from.empty() ? QObject::tr("used by no operator")
                                 : QObject::tr("in use from %1 to %2").arg(when(lifetime.from), when(lifetime.to)),
           sharing > 0 ? QObject::tr("<br>other buffers that use these bytes at other times: %1").arg(sharing)
                       : QString(),
           buffer.offlineOffset >= 0 ? QObject::tr("<br>placed by the model's offline plan") : QString());
}

QString InferenceChart::describeOperator(int op) const {
  const OperatorReport& row = report_->operators[static_cast<std::size_t>(op)];
  QString text = QStringLiteral("<b>%1</b><br>").arg(operatorTitle(row).toHtmlEscaped()) +
                 QObject::tr("%1 of buffers in use").arg(countedText(row.liveBytes));
  if (!report_->cost) return text;
  text += QObject::tr("<br>%1 cycles, %2 % of the inference")
              .arg(groupedText(row.cost.cycles))
              .arg(report_->cost->percent(row.cost.cycles), 0, 'f', 1);
  return text;
}

std::vector<InferenceChart::Area> InferenceChart::areas(const ArenaLayout& layout) const {
  constexpr int kLeast = 4; // pixels
  std::vector<Area> areas;
  for (int row = 0; hasStrip() && row < static_cast<int>(report_->operators.size()); ++row) {
    const AxisRange time = timeOfRow(row);
    const double left = layout.xOf(time.first);
    areas.push_back(
        {QRectF(left, layout.strip.top, layout.xOf(time.last) - left, layout.strip.height()), describeOperator(row)});
  }
  const std::vector<int> edges = stepEdges(layout);
  for (const std::size_t i : scene_.paintOrder) {
    const QRect box = boxOf(report_->buffers[i], placeOf(i, {}), layout, edges);
    if (box.width() >= kLeast && box.height() >= kLeast)
      areas.push_back({QRectF(box), describeBuffer(static_cast<int>(i))});
  }
  return areas;
}

QPointF InferenceChart::freeCorner(const ArenaLayout& layout, const QSizeF& card) const {
  constexpr double kMargin = 12.0;
  const Box& plot = layout.plot;
  const double left = plot.left + kMargin;
  const double right = plot.right - kMargin - card.width();
  const double top = plot.top + kMargin;
  const double bottom = plot.bottom - kMargin - card.height();
  const double belowHead =
      std::clamp(layout.yOf(static_cast<double>(report_->arena->head)) + kMargin, top, std::max(top, bottom));
  const std::vector<int> edges = stepEdges(layout);
  const auto covered = [&](const QRectF& place) {
    double area = 0;
    const auto add = [&](const QRectF& box) {
      const QRectF both = box.intersected(place);
      area += both.width() * both.height();
    };
    for (std::size_t i = 0; i < report_->buffers.size(); ++i)
      add(boxOf(report_->buffers[i], placeOf(i, {}), layout, edges));
    for (const report::TailBlock& block : tail_.blocks)
      if (block.row >= 0)
        add(toRect(layout.box(timeOfRow(block.row),
                              {static_cast<double>(block.bytes.first), static_cast<double>(block.bytes.end)})));
    return area;
  };
  QPointF best(right, belowHead);
  double least = -1;
  for (const QPointF& corner : {QPointF(right, belowHead), QPointF(left, belowHead), QPointF(right, bottom),
                                QPointF(right, top), QPointF(left, top)}) {
    const double area = covered(QRectF(corner, card));
    if (least >= 0 && area >= least) continue;
    least = area;
    best = corner;
  }
  return best;
}

QString InferenceChart::describe(double time, double bytes) const {
  if (!timeRange().contains(time)) return {};
  const auto op = operatorAt(time);
  if (bytes < 0) return op ? describeOperator(*op) : QString(); // the strip below
  if (!bytesRange().contains(bytes)) return {};
  if (const auto buffer = bufferAt(time, bytes)) return describeBuffer(*buffer);
  const ArenaFigures& arena = *report_->arena;
  if (bytes >= static_cast<double>(arena.minimum - arena.tail))
    return QObject::tr("<b>tail</b><br>%1 bytes: interpreter structs, kernel data, variables; "
                       "they stay as long as the model")
        .arg(groupedText(arena.tail));
  return op ? describeOperator(*op) + QObject::tr("<br>this space is free") : QString();
}

} // namespace arenascope::ui

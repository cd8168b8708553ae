#include "core/output/history/history_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/base/number_text.h"
#include "core/base/text_format.h"

namespace arenascope::output {

using history::Point;
using history::Series;

namespace {

constexpr int kWidth = 1000;
constexpr int kChartHeight = 170;
constexpr int kChartLeft = 90;
constexpr int kRight = 20;
constexpr int kChartTop = 26;
constexpr int kBottom = 24;

// Where values and points are in the chart.
struct Scale {
  std::uint64_t least = 0;
  std::uint64_t most = 1;
  std::size_t points = 1;

  double x(std::size_t point) const {
    const double step =
        static_cast<double>(kWidth - kChartLeft - kRight) / static_cast<double>(std::max<std::size_t>(1, points - 1));
    return kChartLeft + (points == 1 ? 0.0 : static_cast<double>(point) * step);
  }
  double y(std::uint64_t value) const {
    const double share = static_cast<double>(value - least) / static_cast<double>(most - least);
    return kChartHeight - kBottom - share * (kChartHeight - kChartTop - kBottom);
  }
};

std::optional<std::uint64_t> budgetOf(const Point& point, const std::string& figure) {
  const auto found = point.row.budgets.find(figure);
  return found == point.row.budgets.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Scale> scaleOf(const Series& series, const std::string& figure) {
  std::vector<std::uint64_t> values;
  for (const Point& point : series.points) {
    if (const auto value = point.row.figure(figure)) values.push_back(*value);
  }
  if (values.empty()) return std::nullopt;
  for (const Point& point : series.points)
    if (const auto budget = budgetOf(point, figure)) values.push_back(*budget);
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const std::uint64_t margin = std::max<std::uint64_t>(1, (*most - *least) / 10);
  return Scale{*least - std::min(*least, margin), *most + margin, series.points.size()};
}

const history::Move* moveOf(const Point& point, const std::string& figure) {
  for (const history::Move& move : point.moves)
    if (move.figure == figure) return &move;
  return nullptr;
}

std::string dotOf(const Point& point, std::size_t position, std::uint64_t value, const Scale& scale,
                  const std::string& figure) {
  const history::Move* move = moveOf(point, figure);
  const bool grew = move != nullptr && move->before && value > *move->before;
  const char* colour = move == nullptr ? (point.mainline ? "#3b7dd8" : "#b8c0cc") : grew ? "#d2452a" : "#2a9d5c";
  const std::string about = point.row.shortCommit() + ", " + point.row.day() + ": " + point.row.subject + "; " +
                            (move == nullptr ? grouped(value) : move->text);
  return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" fill=\"{}\"><title>{}</title></circle>\n",
                     scale.x(position), scale.y(value), move == nullptr ? 3 : 5, colour, xmlText(about));
}

// Values along the main branch as one line, and budgets as another.
std::string lineOf(const std::string& points, const char* style) {
  return points.empty() ? "" : fmt::format("<polyline points=\"{}\" fill=\"none\" {}/>\n", points, style);
}

std::string axesOf(const Series& series, const Scale& scale) {
  const auto label = [](int x, double y, const char* anchor, const std::string& text) {
    return fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"{}\" fill=\"#566070\">{}</text>\n", x, y, anchor,
                       xmlText(text));
  };
  std::string svg;
  for (const std::uint64_t value : {scale.least, scale.most})
    svg += label(kChartLeft - 10, scale.y(value) + 4, "end", grouped(value));
  svg += label(kChartLeft, kChartHeight - 6, "start", series.points.front().row.day());
  return svg + label(kWidth - kRight, kChartHeight - 6, "end", series.points.back().row.day());
}

} // namespace

std::string lineChart(const Series& series, const std::string& figure) {
  const std::optional<Scale> scale = scaleOf(series, figure);
  if (!scale) return {};
  std::string line;
  std::string budgets;
  std::string dots;
  for (std::size_t i = 0; i < series.points.size(); ++i) {
    const Point& point = series.points[i];
    if (const auto budget = budgetOf(point, figure))
      budgets += fmt::format("{:.1f},{:.1f} ", scale->x(i), scale->y(*budget));
    const auto value = point.row.figure(figure);
    if (!value) continue;
    if (point.mainline) line += fmt::format("{:.1f},{:.1f} ", scale->x(i), scale->y(*value));
    dots += dotOf(point, i, *value, *scale, figure);
  }
  const report::FigureKind& kind = history::figureOf(figure);
  return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" role=\"img\">\n<text x=\"{}\" "
                     "y=\"14\" font-weight=\"600\">{}{}</text>\n",
                     kWidth, kChartHeight, kChartLeft, kind.name,
                     std::string_view(kind.unit) == kind.name ? "" : std::string(", ") + kind.unit) +
         axesOf(series, *scale) + lineOf(budgets, "stroke=\"#d2452a\" stroke-dasharray=\"4 4\"") +
         lineOf(line, "stroke=\"#3b7dd8\" stroke-width=\"1.5\"") + dots + "</svg>\n";
}

} // namespace arenascope::output

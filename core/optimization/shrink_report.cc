#include "core/optimization/shrink_report.h"

#include <algorithm>
#include <tuple>

#include "core/optimization/called_buffers.h"

namespace arenascope::optimization {

std::vector<std::string> namesOf(const Means& means) {
  std::vector<std::string> names;
  if (means.padding) names.emplace_back("padding");
  if (means.order) names.emplace_back("order");
  if (means.plan) names.emplace_back("plan");
  if (means.overlap) names.emplace_back("overlap");
  if (means.strips) names.emplace_back("strips");
  return names;
}

std::optional<std::uint64_t> ShrinkPoint::cycles() const {
  return runs.front().cost ? std::optional(runs.front().cost->total.cycles) : std::nullopt;
}

std::uint64_t ShrinkPoint::work() const {
  if (const auto known = cycles()) return *known;
  const std::vector<model::SubgraphInfo>& graphs = runs.front().model.subgraphs;
  const auto macsOf = [&](std::size_t subgraph) {
    std::uint64_t sum = 0;
    for (const model::OperatorInfo& op : graphs[subgraph].operators) sum += op.macs;
    return sum;
  };
  std::uint64_t macs = 0;
  for (std::size_t s = 0; s < graphs.size(); ++s) macs += macsOf(s);
  // Strips that share a subgraph run it once each.
  for (const SubgraphId called : calledSubgraphsOf(runs.front().model)) {
    const auto calls = std::count_if(
        graphs.front().operators.begin(), graphs.front().operators.end(),
        [&](const model::OperatorInfo& op) { return !op.calls.empty() && op.calls.front().value == called.value; });
    macs += macsOf(called.position()) * static_cast<std::uint64_t>(std::max<std::ptrdiff_t>(1, calls) - 1);
  }
  return macs;
}

std::vector<std::size_t> paretoFrontOf(const std::vector<const ShrinkPoint*>& points) {
  std::vector<std::size_t> order;
  for (std::size_t i = 1; i < points.size(); ++i)
    if (points[i]->sramBytes() < points[0]->sramBytes()) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::tuple(points[a]->work(), points[a]->sramBytes(), points[a]->model.size()) <
           std::tuple(points[b]->work(), points[b]->sramBytes(), points[b]->model.size());
  });
  std::vector<std::size_t> indices = {0};
  for (const std::size_t i : order)
    if (points[i]->sramBytes() < points[indices.back()]->sramBytes()) indices.push_back(i);
  return indices;
}

double growthOf(const ShrinkReport& report, const ShrinkPoint& point) {
  const auto base = static_cast<double>(report.before().work());
  return base == 0 ? 0 : 100.0 * (static_cast<double>(point.work()) - base) / base;
}

Price priceOf(const ShrinkReport& report, const ShrinkPoint& point) {
  return priceOf(report.before().runs.front(), point.runs.front());
}

std::size_t cheapestWithin(const ShrinkReport& report, std::uint64_t budget) {
  for (std::size_t i = 0; i < report.points.size(); ++i)
    if (report.points[i].sramBytes() <= budget) return i;
  return report.points.size() - 1;
}

} // namespace arenascope::optimization

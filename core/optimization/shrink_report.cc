#include "core/optimization/shrink_report.h"

namespace arenascope::optimization {

std::vector<std::string> namesOf(const Means& means) {
  std::vector<std::string> names;
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
  std::uint64_t macs = 0;
  for (const model::SubgraphInfo& subgraph : runs.front().model.subgraphs)
    for (const model::OperatorInfo& op : subgraph.operators) macs += op.macs;
  return macs;
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
    if (report.points[i].arenaBytes() <= budget) return i;
  return report.points.size() - 1;
}

} // namespace arenascope::optimization

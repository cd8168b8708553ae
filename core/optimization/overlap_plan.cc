#include "core/optimization/overlap_plan.h"

#include <algorithm>
#include <map>

#include "core/optimization/called_buffers.h"
#include "core/report/overlapping_pairs.h"

namespace arenascope::optimization {

using report::PlannedBuffer;
using report::Report;
using run::SafeDistance;

namespace {

constexpr auto kStep = static_cast<std::int64_t>(report::kArenaStep);

std::int64_t roundedDown(std::int64_t value) { return (value >= 0 ? value : value - (kStep - 1)) / kStep * kStep; }
std::int64_t roundedUp(std::int64_t value) { return -roundedDown(-value); }

} // namespace

std::vector<planner::InPlaceLimit> inPlaceLimitOf(const Report& report, const std::vector<PlannedBuffer>& buffers,
                                                  const std::vector<SafeDistance>& distances, SubgraphId subgraph) {
  std::vector<planner::InPlaceLimit> close;
  for (const SafeDistance& distance : distances) {
    if (distance.subgraph.value != subgraph.value) continue;
    const std::size_t input = report::bufferOf(report.model, buffers, subgraph, distance.input);
    const std::size_t output = report::bufferOf(report.model, buffers, subgraph, distance.output);
    if (distance.dependsOnData || input == buffers.size() || output == buffers.size()) continue;
    const PlannerStep now = subgraph.value == 0 ? report.model.subgraphs.front().operators[distance.op.position()].time
                                                : stepIn(distance.op);
    if (buffers[input].lastOp != now || buffers[output].firstOp != now) continue;
    const auto inputBytes = static_cast<std::int64_t>(buffers[input].plannedBytes());
    const auto outputBytes = static_cast<std::int64_t>(buffers[output].plannedBytes());
    close.push_back({input, output, std::max(roundedDown(distance.below), -outputBytes),
                     std::min(roundedUp(distance.above), inputBytes)});
  }
  return close;
}

std::vector<planner::PartOfWhole> partsOf(const Report& report, const std::vector<PlannedBuffer>& buffers) {
  std::vector<planner::PartOfWhole> parts;
  std::map<std::size_t, int> members; // of each whole
  const std::vector<model::View>& views = report.model.views;
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    const auto tensor = static_cast<std::size_t>(buffers[i].index);
    if (buffers[i].scratch || tensor >= views.size()) continue;
    const auto whole = static_cast<std::size_t>(views[tensor].whole);
    parts.push_back({i, whole, views[tensor].offset});
    ++members[whole];
  }
  std::erase_if(parts, [&](const planner::PartOfWhole& part) { return members[part.whole] < 2; });
  return parts;
}

} // namespace arenascope::optimization

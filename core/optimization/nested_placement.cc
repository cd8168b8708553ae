#include "core/optimization/nested_placement.h"

#include <algorithm>
#include <stdexcept>

#include "core/optimization/called_buffers.h"
#include "core/optimization/overlap_plan.h"
#include "core/optimization/report_buffers.h"

namespace arenascope::optimization {

using planner::Placement;
using report::PlannedBuffer;
using report::Report;
using run::SafeDistance;

namespace {

Placement checked(const PlacementTask& task, const SolvePlacement& solve) {
  Placement placement = solve(task);
  if (const auto wrong = planner::wrongOverlap(task.buffers, task.close, task.parts, placement.offsets))
    throw std::logic_error(*wrong);
  return placement;
}

struct Steps {
  std::int32_t begin = 0;
  std::int32_t end = 0; // exclusive
};

// When the main graph runs the subgraph; calls in a row are one. Between them it holds nothing.
std::vector<Steps> callsOf(const model::ModelInfo& model, const CalledBuffers& called) {
  std::vector<Steps> calls;
  const std::vector<model::OperatorInfo>& operators = model.subgraphs.front().operators;
  for (std::size_t i = 0; i < operators.size(); ++i) {
    if (operators[i].calls.empty() || operators[i].calls.front().value != called.subgraph.value) continue;
    const std::int32_t begin = operators[i].time.value;
    const std::int32_t end =
        i + 1 < operators.size() ? operators[i + 1].time.value : std::max(begin, called.last.value) + 1;
    if (!calls.empty() && calls.back().end == begin)
      calls.back().end = end;
    else
      calls.push_back({begin, end});
  }
  return calls;
}

} // namespace

Placement placeNested(const Report& report, const std::vector<PlannedBuffer>& planned,
                      const std::vector<SafeDistance>& distances, bool parts, const SolvePlacement& solve) {
  const std::vector<CalledBuffers> called =
      parts ? calledBuffersOf(report.model, planned) : std::vector<CalledBuffers>();
  std::vector<bool> isCalled(planned.size());
  planner::Offsets offsets(planned.size());
  std::vector<std::int64_t> heights;
  for (const CalledBuffers& each : called) {
    const Placement own = checked({.buffers = lifetimesOf(each.buffers),
                                   .close = inPlaceLimitOf(report, each.buffers, distances, each.subgraph),
                                   .parts = partsOf(report, each.buffers)},
                                  solve);
    heights.push_back(own.bytes);
    for (std::size_t i = 0; i < each.members.size(); ++i) {
      offsets[each.members[i]] = own.offsets[i];
      isCalled[each.members[i]] = true;
    }
  }
  std::vector<PlannedBuffer> others;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < planned.size(); ++i)
    if (!isCalled[i]) others.push_back(planned[i]), places.push_back(i);
  PlacementTask task{.buffers = lifetimesOf(others),
                     .close = inPlaceLimitOf(report, others, distances),
                     .parts = parts ? partsOf(report, others) : std::vector<planner::PartOfWhole>()};
  std::vector<std::size_t> blocks; // by called subgraph: the first of its buffers, which have one place
  for (std::size_t c = 0; c < called.size(); ++c) {
    blocks.push_back(task.buffers.size());
    for (const Steps& steps : callsOf(report.model, called[c])) {
      task.parts.push_back({task.buffers.size(), report.model.views.size() + c, 0});
      task.buffers.push_back({steps.begin, steps.end, heights[c], {}});
    }
  }
  Placement placement = checked(task, solve);
  for (std::size_t i = 0; i < places.size(); ++i) offsets[places[i]] = placement.offsets[i];
  for (std::size_t c = 0; c < called.size(); ++c)
    for (const std::size_t member : called[c].members) offsets[member] += placement.offsets[blocks[c]];
  placement.offsets = std::move(offsets);
  return placement;
}

std::vector<planner::InPlaceLimit> allLimitsOf(const Report& report, const std::vector<PlannedBuffer>& planned,
                                               const std::vector<SafeDistance>& distances) {
  std::vector<planner::InPlaceLimit> all = inPlaceLimitOf(report, planned, distances);
  for (const CalledBuffers& called : calledBuffersOf(report.model, planned))
    for (planner::InPlaceLimit limit : inPlaceLimitOf(report, called.buffers, distances, called.subgraph)) {
      limit.first = called.members[limit.first];
      limit.second = called.members[limit.second];
      all.push_back(limit);
    }
  return all;
}

} // namespace arenascope::optimization

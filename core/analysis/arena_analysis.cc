#include "core/analysis/arena_analysis.h"

#include <algorithm>

namespace arenascope::profile {

using trace::Category;
using trace::Event;
using trace::EventKind;
using trace::Section;

namespace {

// The greedy planner's own object, on 64-bit targets, where it is larger.
constexpr std::uint64_t kGreedyPlannerBytes = 72;

// The planner takes all that is left, whatever that is.
ArenaMoment plannerMoment(const ArenaMoment& before, std::uint64_t workspace) {
  ArenaMoment moment = before;
  moment.temp = roundUpToStep(before.temp) + workspace;
  moment.need = moment.temp + roundUpToStep(before.tail);
  return moment;
}

} // namespace

std::uint64_t plannerWorkspace(const std::vector<Event>& allocations, std::size_t buffers) {
  const bool linear = std::any_of(allocations.begin(), allocations.end(), [](const Event& event) {
    return event.category == Category::kPlanner && event.bytes > kGreedyPlannerBytes;
  });
  return linear ? 0 : kPlannerRecordBytes * buffers;
}

ArenaMoment momentAfter(const ArenaMoment& before, const Event& event, std::uint64_t workspace) {
  ArenaMoment moment = before;
  if (event.kind == EventKind::kTempReset) {
    moment.temp = moment.head;
  } else if (event.category == Category::kPlannerWorkspace) {
    return plannerMoment(before, workspace);
  } else if (event.section == Section::kTail) {
    moment.tail = roundUpTo(before.tail + event.bytes, event.alignment);
    moment.need = event.address + moment.tail;
    return moment;
  } else if (event.section == Section::kTemp) {
    moment.temp = roundUpTo(before.temp, event.alignment) + event.bytes;
  } else {
    moment.head = moment.temp = event.bytes;
  }
  moment.need = moment.temp + moment.tail;
  return moment;
}

ArenaAnalysis analyzeArena(const RunTrace& trace) {
  ArenaAnalysis analysis;
  ArenaMoment moment;
  const std::uint64_t workspace = plannerWorkspace(trace.allocations, trace.planned.size());
  for (const Event& event : trace.allocations) {
    moment = momentAfter(moment, event, workspace);
    if (event.category != Category::kPlannerWorkspace)
      analysis.tempPeak = std::max(analysis.tempPeak, moment.temp - moment.head);
    if (moment.need > (analysis.moments.empty() ? 0 : analysis.moments[analysis.peak].need))
      analysis.peak = analysis.moments.size();
    analysis.moments.push_back(moment);
  }
  if (!analysis.moments.empty()) analysis.minimum = roundUpToStep(analysis.moments[analysis.peak].need);
  return analysis;
}

} // namespace arenascope::profile

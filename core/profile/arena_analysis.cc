#include "core/profile/arena_analysis.h"

#include <algorithm>

namespace arenascope::profile {

using trace::Category;
using trace::Event;
using trace::EventKind;
using trace::Section;

namespace {

// The planner takes all that is left, whatever that is; what it needs is a record for each buffer.
ArenaMoment plannerMoment(const ArenaMoment& before, std::size_t buffers) {
  ArenaMoment moment = before;
  moment.temp = roundUpToStep(before.temp) + kPlannerRecordBytes * buffers;
  moment.need = moment.temp + roundUpToStep(before.tail);
  return moment;
}

ArenaMoment after(const ArenaMoment& before, const Event& event, std::size_t buffers) {
  ArenaMoment moment = before;
  if (event.kind == EventKind::kTempReset) {
    moment.temp = moment.head;
  } else if (event.category == Category::kPlannerWorkspace) {
    return plannerMoment(before, buffers);
  } else if (event.section == Section::kTail) {
    moment.tail = event.offset;
    moment.need = event.address + moment.tail;
    return moment;
  } else if (event.section == Section::kTemp) {
    moment.temp = event.offset + event.bytes;
  } else {
    moment.head = moment.temp = event.bytes;
  }
  moment.need = moment.temp + moment.tail;
  return moment;
}

} // namespace

ArenaAnalysis analyzeArena(const RunTrace& trace) {
  ArenaAnalysis analysis;
  ArenaMoment moment;
  for (const Event& event : trace.allocations) {
    moment = after(moment, event, trace.planned.size());
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

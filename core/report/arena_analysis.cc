#include "core/report/arena_analysis.h"

#include <algorithm>
#include <iterator>

namespace arenascope::report {

using trace::Category;
using trace::Event;
using trace::EventKind;
using trace::Section;

std::uint64_t plannerWorkspace(const std::vector<Event>& allocations, std::size_t buffers) {
  const bool linear = std::any_of(allocations.begin(), allocations.end(), [](const Event& event) {
    return event.category == Category::kPlanner &&
           std::any_of(std::begin(tflm::kStructSizes), std::end(tflm::kStructSizes),
                       [&](const tflm::StructSizes& sizes) { return event.bytes == sizes.linearPlanner; });
  });
  return linear ? 0 : tflm::kPlannerRecord * buffers;
}

std::uint64_t roundingIn(const Event& event, const ArenaSnapshot& moment) {
  const bool rounds = event.kind != EventKind::kTempReset && (event.category == Category::kPlannerWorkspace ||
                                                              (event.section == Section::kHead && event.address > 0));
  return rounds ? roundUpToStep(moment.tail) - moment.tail : 0;
}

const ArenaSnapshot& UnboundedArena::after(const Event& event, std::uint64_t workspace) {
  if (event.kind == EventKind::kTempReset)
    sections_.resetTemp();
  else if (event.category == Category::kPlannerWorkspace) // the planner takes all that is left, whatever that is
    sections_.temp = sections_.temporaryBlock(kArenaStep) + static_cast<std::int64_t>(workspace);
  else if (event.section == Section::kTail)
    sections_.tail = sections_.persistentBlock(event.bytes, event.alignment);
  else if (event.section == Section::kTemp)
    sections_.temp = sections_.temporaryBlock(event.alignment) + static_cast<std::int64_t>(event.bytes);
  else
    sections_.setHead(sections_.headBase(event.alignment) + static_cast<std::int64_t>(event.bytes));

  moment_.head = sections_.headBytes();
  moment_.temp = sections_.tempBytes();
  moment_.tail = sections_.tailBytes();
  if (event.kind == EventKind::kTempReset) return moment_;
  if (event.category == Category::kPlannerWorkspace)
    moment_.need = moment_.temp + moment_.tail + roundingIn(event, moment_);
  else if (event.section == Section::kHead && event.address > 0) // checked while the head before it is still there
    moment_.need = event.address + event.bytes + moment_.tail + roundingIn(event, moment_);
  else
    moment_.need = (event.section == Section::kTail ? event.address : moment_.temp) + moment_.tail;
  return moment_;
}

ArenaAnalysis analyzeArena(const run::RunTrace& trace) {
  ArenaAnalysis analysis;
  UnboundedArena arena;
  const std::uint64_t workspace = plannerWorkspace(trace.allocations, trace.planned.size());
  for (const Event& event : trace.allocations) {
    const ArenaSnapshot& moment = arena.after(event, workspace);
    if (event.category != Category::kPlannerWorkspace)
      analysis.tempPeak = std::max(analysis.tempPeak, moment.temp - moment.head);
    if (moment.need > (analysis.moments.empty() ? 0 : analysis.moments[analysis.peak].need))
      analysis.peak = analysis.moments.size();
    analysis.moments.push_back(moment);
  }
  if (!analysis.moments.empty()) analysis.minimum = roundUpToStep(analysis.moments[analysis.peak].need);
  return analysis;
}

} // namespace arenascope::report

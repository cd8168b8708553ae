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

std::uint64_t roundingIn(const Event& event, const ArenaSnapshot& snapshot) {
  const bool rounds = event.kind != EventKind::kTempReset && (event.category == Category::kPlannerWorkspace ||
                                                              (event.section == Section::kHead && event.address > 0));
  return rounds ? roundUpToStep(snapshot.tail) - snapshot.tail : 0;
}

const ArenaSnapshot& UnboundedArena::after(const Event& event, std::uint64_t workspace) {
  if (event.kind == EventKind::kTempReset)
    sections_.resetTemp();
  else if (event.category == Category::kPlannerWorkspace) // the planner gets all remaining memory, however much
    sections_.temp = sections_.temporaryBlock(kArenaStep) + static_cast<std::int64_t>(workspace);
  else if (event.section == Section::kTail)
    sections_.tail = sections_.persistentBlock(event.bytes, event.alignment);
  else if (event.section == Section::kTemp)
    sections_.temp = sections_.temporaryBlock(event.alignment) + static_cast<std::int64_t>(event.bytes);
  else
    sections_.setHead(sections_.headBase(event.alignment) + static_cast<std::int64_t>(event.bytes));

  snapshot_.head = sections_.headBytes();
  snapshot_.temp = sections_.tempBytes();
  snapshot_.tail = sections_.tailBytes();
  if (event.kind == EventKind::kTempReset) return snapshot_;
  if (event.category == Category::kPlannerWorkspace)
    snapshot_.need = snapshot_.temp + snapshot_.tail + roundingIn(event, snapshot_);
  else if (event.section == Section::kHead && event.address > 0) // checked while the previous head is still allocated
    snapshot_.need = event.address + event.bytes + snapshot_.tail + roundingIn(event, snapshot_);
  else
    snapshot_.need = (event.section == Section::kTail ? event.address : snapshot_.temp) + snapshot_.tail;
  return snapshot_;
}

ArenaAnalysis analyzeArena(const run::RunTrace& trace) {
  ArenaAnalysis analysis;
  UnboundedArena arena;
  const std::uint64_t workspace = plannerWorkspace(trace.allocations, trace.planned.size());
  for (const Event& event : trace.allocations) {
    const ArenaSnapshot& snapshot = arena.after(event, workspace);
    if (event.category != Category::kPlannerWorkspace)
      analysis.tempPeak = std::max(analysis.tempPeak, snapshot.temp - snapshot.head);
    if (snapshot.need > (analysis.snapshots.empty() ? 0 : analysis.snapshots[analysis.peak].need))
      analysis.peak = analysis.snapshots.size();
    analysis.snapshots.push_back(snapshot);
  }
  if (!analysis.snapshots.empty()) analysis.minimum = roundUpToStep(analysis.snapshots[analysis.peak].need);
  return analysis;
}

} // namespace arenascope::report

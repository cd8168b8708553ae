#include "core/optimization/plan_report.h"

#include <algorithm>

namespace arenascope::optimization {

using report::PlannedBuffer;

std::vector<const PlannedBuffer*> peakBuffersOf(const PlannedRun& run) {
  std::vector<const PlannedBuffer*> live;
  for (const PlannedBuffer& buffer : run.after.buffers)
    if (buffer.liveAt(PlannerStep(run.peak.time))) live.push_back(&buffer);
  std::stable_sort(live.begin(), live.end(), [](const PlannedBuffer* a, const PlannedBuffer* b) {
    return a->plannedBytes() > b->plannedBytes();
  });
  return live;
}

const char* methodName(Method method) {
  constexpr std::array kNames = {"optimal", "greedy", "linear"};
  return kNames[static_cast<std::size_t>(method)];
}

const char* orderingName(Ordering ordering) { return ordering == Ordering::kBest ? "best" : "keep"; }

} // namespace arenascope::optimization

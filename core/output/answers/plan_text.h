// The results of a plan, in sentences.
#pragma once

#include <string>

#include "core/optimization/plan_report.h"

namespace arenascope::output {

// The reason why no plan for this order is smaller; a list of peakBuffersOf(run) must follow: "No plan goes below 96
// bytes: buffers of that size are in use together at ...".
std::string describePeakBuffers(const optimization::PlannedRun& run);
// The head by the interpreter's planner, by this plan, and the bound.
std::string describeHead(const optimization::PlannedRun& run);
// The same for a plan with overlap, with the head of the best plan without it.
std::string describeOverlap(const optimization::PlanReport& report);
// Whether the outputs are identical.
std::string describeOutputs(const optimization::PlannedRun& run);
// The number of operators that moved; empty if orders were not searched.
std::string describeOrder(const optimization::PlanReport& report);
// The cause of a search's early end; empty if it was finished.
std::string describeEnd(planner::SearchEnd end);
// The result in one or two sentences: the saving, or the reason why there is none.
std::string describeResult(const optimization::PlanReport& report);

} // namespace arenascope::output

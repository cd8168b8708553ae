// What a plan comes to, in sentences.
#pragma once

#include <string>

#include "core/optimization/plan_report.h"

namespace arenascope::output {

// Why no plan for this order is smaller, as a sentence that ends before peakBuffersOf(run): "No plan goes below 96
// bytes: in use together at ... are".
std::string describePeakBuffers(const optimization::PlannedRun& run);
// The head by the interpreter's planner, by this plan, and the bound.
std::string describeHead(const optimization::PlannedRun& run);
// The same of a plan with overlap, with what the best one without it needs.
std::string describeOverlap(const optimization::PlanReport& report);
// Whether outputs are the same.
std::string describeOutputs(const optimization::PlannedRun& run);
// Which operators changed places; empty where they were not to.
std::string describeOrder(const optimization::PlanReport& report);
// That a search was ended before everything was known, and by what; empty where it was not.
std::string describeEnd(planner::SearchEnd end);
// What came of it, in one or two sentences: what is saved, or why nothing is.
std::string describeResult(const optimization::PlanReport& report);

} // namespace arenascope::output

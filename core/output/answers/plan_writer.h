// Plans as text and as JSON: of one model, and of several that take turns in one arena.
#pragma once

#include <string>

#include "core/optimization/plan_report.h"
#include "core/optimization/shared_plan.h"

namespace arenascope::output {

inline constexpr const char* kPlanSchema = "arenascope.plan.1";

// arenascope.plan.1. Seconds only on request: everything else is equal on every run.
std::string toJson(const optimization::PlanReport& report, bool timing);
// For a terminal.
std::string toText(const optimization::PlanReport& report, bool colour);

// arenascope.plan.1 with a list of models instead of one.
std::string toJson(const optimization::SharedPlan& shared, bool timing);
// For a terminal.
std::string toText(const optimization::SharedPlan& shared, bool colour);

} // namespace arenascope::output

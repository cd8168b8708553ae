// The answer to "plan these models, which take turns in one arena".
#pragma once

#include <string>
#include <vector>

#include "core/optimization/plan_report.h"
#include "core/report/arena_arrangement.h"

namespace arenascope::optimization {

struct SharedPlan {
  std::vector<PlanReport> models; // at least one; all on the same target with the same kernels
  report::SharedArena before;     // of the models as they are
  report::SharedArena after;      // of those with their plans
};

SharedPlan sharedPlan(std::vector<PlanReport> models);

// arenascope.plan.1 with a list of models instead of one.
std::string toJson(const SharedPlan& shared, bool timing);
// For a terminal.
std::string toText(const SharedPlan& shared, bool colour);

} // namespace arenascope::optimization

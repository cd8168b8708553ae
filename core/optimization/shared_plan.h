// The answer to "plan these models, which take turns in one arena".
#pragma once

#include <string>
#include <vector>

#include "core/optimization/plan_report.h"
#include "core/report/arena_arrangement.h"

namespace arenascope::optimization {

struct SharedPlan {
  std::vector<PlanReport> models; // at least one; all on the same target with the same kernels
  report::SharedArena before;     // of the unchanged models
  report::SharedArena after;      // of the models with their plans
};

SharedPlan sharedPlan(std::vector<PlanReport> models);

} // namespace arenascope::optimization

#include "core/optimization/shared_plan.h"

#include <utility>

namespace arenascope::optimization {

using report::Report;
using report::SharedArena;

namespace {

SharedArena arenaOf(const std::vector<PlanReport>& models, Report PlannedRun::*report) {
  std::vector<const Report*> reports;
  for (const PlanReport& model : models) reports.push_back(&(model.*report));
  return report::sharedArena(reports).value();
}

} // namespace

SharedPlan sharedPlan(std::vector<PlanReport> models) {
  SharedPlan shared;
  shared.before = arenaOf(models, &PlannedRun::before);
  shared.after = arenaOf(models, &PlannedRun::after);
  shared.models = std::move(models);
  return shared;
}

} // namespace arenascope::optimization

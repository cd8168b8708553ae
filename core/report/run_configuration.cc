#include "core/report/run_configuration.h"

namespace arenascope::report {

const char* plannerName(Planner planner) { return planner == Planner::kLinear ? "linear" : "greedy"; }

std::optional<Planner> plannerOf(std::string_view name) {
  for (const Planner planner : kPlanners)
    if (name == plannerName(planner)) return planner;
  return std::nullopt;
}

} // namespace arenascope::report

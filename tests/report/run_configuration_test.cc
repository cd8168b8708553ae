#include "core/report/run_configuration.h"

#include <gtest/gtest.h>

namespace arenascope::report {
namespace {

TEST(RunConfigurationTest, PlannersAreFoundByTheirNames) {
  for (const Planner planner : kPlanners) EXPECT_EQ(plannerOf(plannerName(planner)), planner);
  EXPECT_EQ(plannerOf("linear"), Planner::kLinear);
  EXPECT_EQ(plannerOf("Greedy"), std::nullopt);
  EXPECT_EQ(plannerOf(""), std::nullopt);
}

} // namespace
} // namespace arenascope::report

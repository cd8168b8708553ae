#include "core/interpreter/runtime/linear_planner.h"

#include <gtest/gtest.h>

#include <memory>

namespace arenascope::runtime {
namespace {

TEST(LinearPlannerTest, PutsEveryBufferBehindTheOneBefore) {
  const trace::Tracer tracer;
  LinearPlanner planner;
  planner.init(nullptr, 0);
  ASSERT_EQ(planner.add(tracer, {32, kOnlinePlanned, 0, 1}), Status::kOk);
  ASSERT_EQ(planner.add(tracer, {16, kOnlinePlanned, 5, 6}), Status::kOk);
  ASSERT_EQ(planner.add(tracer, {48, kOnlinePlanned, 7, 7}), Status::kOk);
  planner.plan();
  EXPECT_EQ(planner.offset(0), 0);
  EXPECT_EQ(planner.offset(1), 32);
  EXPECT_EQ(planner.offset(2), 48);
  EXPECT_EQ(planner.headBytes(), 96U);
}

TEST(LinearPlannerTest, RefusesWhatItCannotHold) {
  const trace::Tracer tracer;
  const auto planner = std::make_unique<LinearPlanner>();
  planner->init(nullptr, 0);
  for (int i = 0; i < LinearPlanner::kMaxBuffers; ++i)
    ASSERT_EQ(planner->add(tracer, {16, kOnlinePlanned, 0, 0}), Status::kOk);
  EXPECT_EQ(planner->add(tracer, {16, kOnlinePlanned, 0, 0}), Status::kError);
}

} // namespace
} // namespace arenascope::runtime

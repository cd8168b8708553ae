#include "emulator/instrumentation/stack_profiler.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/test_models.h"

namespace arenascope::instrumentation {
namespace {

using run::StackStage;

constexpr std::uint32_t kStackLow = 0x20000000;

TEST(StackProfilerTest, EachStageCountsFromItsOwnStart) {
  std::vector<std::uint8_t> memory(65'536);
  StackProfiler profiler(memory, kStackLow);
  const std::uint32_t top = kStackLow + 65'536;
  profiler.begin(StackStage::kCreate, top - 100);
  memory[65'536 - 300] = 1;
  profiler.begin(StackStage::kAllocate, top - 100);
  memory[65'536 - 20'000] = 1; // with untouched bytes between
  profiler.begin(StackStage::kInvoke, top - 120);
  memory[65'536 - 500] = 1;
  profiler.operatorEnded({.subgraph = 0, .op = 3});
  memory[65'536 - 400] = 2;
  profiler.operatorEnded({.subgraph = 0, .op = 4});
  const run::StackUse use = profiler.finish();
  EXPECT_EQ(use.of(StackStage::kCreate), 200U);
  EXPECT_EQ(use.of(StackStage::kAllocate), 19'900U);
  EXPECT_EQ(use.of(StackStage::kInvoke), 380U);
  EXPECT_EQ(use.deepest.op, 3);
  EXPECT_EQ(use.most(), 19'900U);
}

TEST(StackProfilerTest, WhatDidNotRunNeedsNothing) {
  std::vector<std::uint8_t> memory(4'096);
  StackProfiler profiler(memory, kStackLow);
  profiler.begin(StackStage::kCreate, kStackLow + 4'096);
  profiler.begin(StackStage::kAllocate, kStackLow - 4); // outside: not counted
  EXPECT_EQ(profiler.finish().most(), 0U);
}

TEST(StackProfilerTest, ReportsSayWhatTheFirmwareNeeds) {
  const report::Report report = test::profileOf(test::sampleModel("keyword_spotter"), "cortex-m4");
  ASSERT_TRUE(report.stack);
  for (const StackStage stage : {StackStage::kCreate, StackStage::kAllocate, StackStage::kInvoke}) {
    EXPECT_GT(report.stack->of(stage), 64U);
    EXPECT_LT(report.stack->of(stage), 16'384U);
    EXPECT_EQ(report.stack->of(stage) % 4, 0U);
  }
  EXPECT_GE(report.stack->deepest.op, 0);
  EXPECT_FALSE(test::profileOf(test::sampleModel("sine"), "host").stack);
}

} // namespace
} // namespace arenascope::instrumentation

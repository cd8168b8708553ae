#include "core/report/overlapping_pairs.h"

#include <gtest/gtest.h>

namespace arenascope::report {
namespace {

// Buffers of 100 bytes for tensors 0 and 1, the second one so far behind the first.
Report reportWith(std::uint64_t distance) {
  Report report;
  model::SubgraphInfo& main = report.model.subgraphs.emplace_back();
  main.operators.emplace_back().name = "RELU";
  main.tensors.resize(2);
  for (const std::uint64_t offset : {std::uint64_t{0}, distance}) {
    PlannedBuffer& buffer = report.buffers.emplace_back();
    buffer.index = BufferId(static_cast<std::int32_t>(report.buffers.size()) - 1);
    buffer.name = report.buffers.size() == 1 ? "in" : "out";
    buffer.bytes = 1000;
    buffer.offset = offset;
  }
  return report;
}

run::SafeDistance measured(std::int64_t below, std::int64_t above) {
  return {.op = OperatorId(0), .input = TensorId(0), .output = TensorId(1), .below = below, .above = above};
}

TEST(OverlappingPairsTest, AreThoseThatShareBytes) {
  EXPECT_TRUE(overlapsIn(reportWith(1000), {measured(0, 1000)}).empty()) << "side by side";
  const auto pairs = overlapsIn(reportWith(400), {measured(0, 1000)});
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_EQ(pairs[0].sharedBytes, 600U);
  EXPECT_EQ(pairs[0].distance, 400);
  EXPECT_EQ(describe(pairs[0]), "operator 0 (RELU): out lies over 600 bytes of in");
}

TEST(OverlappingPairsTest, AreSafeAsWasMeasured) {
  EXPECT_FALSE(overlapsIn(reportWith(400), {measured(0, 500)}).at(0).isSafe());
  EXPECT_TRUE(overlapsIn(reportWith(400), {measured(0, 400)}).at(0).isSafe());
  EXPECT_TRUE(overlapsIn(reportWith(0), {measured(0, 500)}).at(0).isSafe());
  run::SafeDistance depends = measured(0, 400);
  depends.dependsOnData = true;
  EXPECT_FALSE(overlapsIn(reportWith(400), {depends}).at(0).isSafe());
}

TEST(OverlappingPairsTest, WhatTheHeadDoesNotHoldIsLeftOut) {
  Report report = reportWith(400);
  report.buffers[1].scratch = true;
  EXPECT_EQ(bufferOf(report.model, report.buffers, SubgraphId(0), TensorId(1)), report.buffers.size())
      << "scratch memory is no tensor";
  EXPECT_TRUE(overlapsIn(report, {measured(0, 500)}).empty());
}

} // namespace
} // namespace arenascope::report

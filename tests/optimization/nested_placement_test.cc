// Placement of buffers in called subgraphs: those that are never in use together within one call share bytes.
#include "core/optimization/nested_placement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/called_subgraph.h"

namespace arenascope::optimization {
namespace {

planner::Placement solved(const PlacementTask& task) {
  return planner::solveOverlapping(task.buffers, task.close, task.parts, {});
}

bool overlap(const report::Report& report, const planner::Offsets& offsets, std::size_t a, std::size_t b) {
  return offsets[a] < offsets[b] + static_cast<std::int64_t>(report.buffers[b].bytes) &&
         offsets[b] < offsets[a] + static_cast<std::int64_t>(report.buffers[a].bytes);
}

TEST(NestedPlacementTest, ASubgraphsBuffersArePlacedByOneCall) {
  const report::Report report = test::reportWithCalls();
  const planner::Placement placement = placeNested(report, report.buffers, {}, true, solved);
  // 128 in the main graph at the second call; 160 and 16 in the subgraph, whose input and output share bytes.
  EXPECT_EQ(placement.bytes, 64 + 32 + 32 + 160 + 16);
  EXPECT_TRUE(overlap(report, placement.offsets, 3, 5));
  for (std::size_t main = 0; main < 3; ++main)
    for (std::size_t called = 3; called < 6; ++called) EXPECT_FALSE(overlap(report, placement.offsets, main, called));
  const planner::Placement flat = placeNested(report, report.buffers, {}, false, solved);
  EXPECT_EQ(flat.bytes, 64 + 32 + 32 + 16 + 160 + 16) << "as the interpreter takes them";
}

// Between its calls a subgraph holds nothing: another one that is called there has the same bytes.
TEST(NestedPlacementTest, SubgraphsShareBytes) {
  report::Report report = test::reportWithCalls();
  report.model.subgraphs.push_back(report.model.subgraphs[1]);
  std::vector<model::OperatorInfo>& main = report.model.subgraphs[0].operators;
  main.insert(main.begin() + 1, main.front());
  main[1].outputs = {};
  main[1].calls = {SubgraphId(2), SubgraphId(2)};
  main[1].time = PlannerStep(5);
  for (int tensor = 6; tensor < 9; ++tensor) {
    report.model.views.push_back({tensor, 0});
    report.buffers.push_back(report.buffers[static_cast<std::size_t>(tensor) - 3]);
    report.buffers.back().index = BufferId(tensor);
    report.buffers.back().firstOp = report.buffers.back().lastOp = PlannerStep(6);
  }
  const planner::Placement placement = placeNested(report, report.buffers, {}, true, solved);
  EXPECT_EQ(placement.bytes, 64 + 32 + 32 + 160 + 16) << "of the second call of the first one";
  EXPECT_TRUE(overlap(report, placement.offsets, 4, 7));
  for (std::size_t called = 6; called < 9; ++called)
    for (std::size_t live = 0; live < 2; ++live) EXPECT_FALSE(overlap(report, placement.offsets, live, called));
}

// Distances of the subgraph's operators hold within it.
TEST(NestedPlacementTest, OutputsInASubgraphMayOverlapItsInputs) {
  const report::Report report = test::reportWithCalls();
  run::SafeDistance distance;
  distance.subgraph = SubgraphId(1);
  distance.op = OperatorId(0);
  distance.input = TensorId(0);
  distance.output = TensorId(1);
  distance.below = 0;
  distance.above = 16;
  const planner::Placement placement = placeNested(report, report.buffers, {distance}, true, solved);
  EXPECT_EQ(placement.bytes, 64 + 32 + 32 + 160 + 16) << "the other operator needs as much";
  EXPECT_EQ(allLimitsOf(report, report.buffers, {distance}).size(), 1U);
  EXPECT_EQ(allLimitsOf(report, report.buffers, {distance}).front().first, 3U);
  EXPECT_EQ(allLimitsOf(report, report.buffers, {distance}).front().second, 4U);
  run::SafeDistance second = distance;
  second.op = OperatorId(1);
  second.input = TensorId(1);
  second.output = TensorId(2);
  second.below = 0;
  second.above = 160;
  EXPECT_EQ(placeNested(report, report.buffers, {distance, second}, true, solved).bytes, 64 + 32 + 32 + 160);
}

TEST(NestedPlacementTest, AWrongPlacementIsRefused) {
  const report::Report report = test::reportWithCalls();
  const auto allAtTheBottom = [](const PlacementTask& task) {
    planner::Placement placement;
    placement.offsets.resize(task.buffers.size());
    return placement;
  };
  EXPECT_THROW(placeNested(report, report.buffers, {}, true, allAtTheBottom), std::logic_error);
}

} // namespace
} // namespace arenascope::optimization

// Which chains to compute in strips: estimates that follow from the shapes, and paths that no other beats.
#include "core/optimization/strip_path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/model/load/graph_reader.h"
#include "core/optimization/strip_bound.h"
#include "resources/generator/layer_builder.h"
#include "tests/support/test_models.h"

namespace arenascope::optimization {
namespace {

std::vector<StripPath> pathsOf(const std::vector<std::uint8_t>& model, const std::vector<OperatorCosts>& costs) {
  planner::Effort effort;
  return bestStripPaths(*model::readGraph(model), costs, effort);
}

std::vector<OperatorCosts> costsFor(std::size_t operators, std::int64_t tailBytes) {
  return std::vector<OperatorCosts>(operators,
                                    {.cycles = 100'000, .scratchBytes = 0, .tailBytes = tailBytes, .overlapGap = -1});
}

std::vector<std::uint8_t> pointwiseModel() {
  generator::LayerBuilder layers("wide", 5);
  auto now = layers.input({1, 16, 16, 4});         // 1,024 bytes
  now = layers.convolution(now, 16, {1, 1}, true); // 4,096
  now = layers.convolution(now, 4, {1, 1}, true);  // 1,024
  return layers.finish(now);
}

std::vector<std::uint8_t> borderedModel() {
  generator::LayerBuilder layers("bordered", 5);
  auto now = layers.input({1, 16, 16, 4});         // 1,024 bytes
  now = layers.convolution(now, 16, {1, 1}, true); // 4,096
  now = layers.convolution(now, 4, {3, 3}, true);  // 1,024
  return layers.finish(now);
}

TEST(StripPathTest, ThePathOfTheModelItselfNeedsWhatItNeeds) {
  const std::vector<StripPath> paths = pathsOf(borderedModel(), costsFor(2, 1'000'000));
  const StripPath& itself = paths.back();
  EXPECT_TRUE(itself.cuts.empty());
  EXPECT_EQ(itself.headBytes, 1024 + 4096);
  EXPECT_EQ(itself.tailBytes, 0);
  EXPECT_EQ(itself.cycles, 200'000U);
  ASSERT_GT(paths.size(), 1U);
  for (std::size_t i = 0; i + 1 < paths.size(); ++i)
    for (const rewrite::StripCut& cut : paths[i].cuts)
      EXPECT_EQ(cut.edges, rewrite::StripCut::Edges::kLikeAll) << "edges of their own have large tables too";
}

TEST(StripPathTest, HalvesOfAChainNeedHalfOfWhatIsInIt) {
  const std::vector<StripPath> paths = pathsOf(pointwiseModel(), costsFor(2, 10));
  ASSERT_GT(paths.size(), 2U);
  for (std::size_t i = 1; i < paths.size(); ++i) {
    EXPECT_GT(paths[i].arenaBytes(), paths[i - 1].arenaBytes());
    EXPECT_LT(paths[i].cycles, paths[i - 1].cycles);
  }
  const auto halves = std::ranges::find_if(
      paths, [](const StripPath& path) { return path.cuts.size() == 1 && path.cuts.front().strips == 2; });
  ASSERT_NE(halves, paths.end());
  EXPECT_EQ(halves->headBytes, 1024 + 2048 + (halves->cuts.front().shared ? 512 : 0))
      << "whole input or output, and half of what lies between";
}

// A strip's layers are prepared once for all strips that are alike, however many there are.
TEST(StripPathTest, SharedStripsKeepTheirTablesOnce) {
  const std::vector<StripPath> paths = pathsOf(pointwiseModel(), costsFor(2, 500));
  ASSERT_FALSE(paths.front().cuts.empty());
  EXPECT_TRUE(paths.front().cuts.front().shared);
  EXPECT_LT(paths.front().tailBytes, 500 * paths.front().cuts.front().strips);
}

// Two wide places with a narrow one between: a chain for each, where a budget needs both.
TEST(StripPathTest, FindsSeveralChains) {
  generator::LayerBuilder layers("twice", 5);
  auto now = layers.input({1, 32, 32, 2});
  for (int i = 0; i < 2; ++i) {
    now = layers.convolution(now, 32, {1, 1}, true);
    now = layers.convolution(now, 2, {3, 3, 1}, true);
  }
  const std::vector<StripPath> paths = pathsOf(layers.finish(now), costsFor(4, 10));
  EXPECT_TRUE(std::ranges::any_of(paths, [](const StripPath& path) { return path.cuts.size() == 2; }));
  for (const StripPath& path : paths)
    for (std::size_t i = 1; i < path.cuts.size(); ++i)
      EXPECT_LT(path.cuts[i - 1].region.last, path.cuts[i].region.first);
}

// Rows at the borders of strips add up over many layers: where they are passed on, strips cost less.
TEST(StripPathTest, RowsArePassedOnWhereChainsAreLong) {
  generator::LayerBuilder layers("deep", 5);
  auto now = layers.input({1, 64, 32, 4});
  for (int i = 0; i < 3; ++i) {
    now = layers.convolution(now, 48, {1, 1}, true);
    now = layers.depthwise(now, {3, 3});
    now = layers.convolution(now, 4, {1, 1}, true);
  }
  std::vector<OperatorCosts> costs = costsFor(9, 100);
  for (OperatorCosts& each : costs) each.cycles *= 100; // far more than moving a few rows
  const std::vector<StripPath> paths = pathsOf(layers.finish(now), costs);
  const auto passes = [](const rewrite::StripCut& cut) { return cut.passesFrom >= 0; };
  EXPECT_TRUE(
      std::ranges::any_of(paths, [&](const StripPath& path) { return std::ranges::any_of(path.cuts, passes); }));
}

TEST(StripPathTest, NothingIsBelowTheBound) {
  const std::vector<std::uint8_t> model = pointwiseModel();
  const std::vector<OperatorCosts> costs = costsFor(2, 10);
  const std::int64_t least = leastHeadBytes(*model::readGraph(model));
  EXPECT_EQ(least, 256 / rewrite::kMostColumns + 15 * 64)
      << "a part of a row between the operators, and what the other rows are made of";
  for (const StripPath& path : pathsOf(model, costs)) EXPECT_GE(path.headBytes, least);
  // An operator that strips cannot compute needs what it reads and writes.
  EXPECT_GT(leastHeadBytes(*model::readGraph(test::twoLayerModel())), 0);
}

// Rows between borders need more than those at them: three of 3x3, whose input is wider than its output.
TEST(StripPathTest, TheBoundCountsTheRowsOfAWindow) {
  generator::LayerBuilder layers("window", 5);
  auto now = layers.input({1, 9, 16, 4});
  now = layers.convolution(now, 64, {1, 1}, true);
  now = layers.convolution(now, 1, {3, 3, 1}, true);
  EXPECT_EQ(leastHeadBytes(*model::readGraph(layers.finish(now))), 3 * 16 * 64 / rewrite::kMostColumns + 4 * 16 * 4)
      << "a row away from the edges, whose neighbours are not made yet";
}

TEST(StripPathTest, SaysWhyThereIsNothingToGain) {
  const std::vector<std::uint8_t> dense = test::twoLayerModel();
  const model::Graph without = *model::readGraph(dense);
  EXPECT_EQ(whyNoGain(without, costsFor(without.main().operators.size(), 0)).reason, NoGain::Reason::kNoChain);
  const std::vector<std::uint8_t> wide = pointwiseModel();
  const NoGain dear = whyNoGain(*model::readGraph(wide), costsFor(2, 1'000'000));
  EXPECT_EQ(dear.reason, NoGain::Reason::kTooMuchElse);
  EXPECT_EQ(dear.peakOperator, 0);
}

} // namespace
} // namespace arenascope::optimization

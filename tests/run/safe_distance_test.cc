#include "core/run/safe_distance.h"

#include <gtest/gtest.h>

namespace arenascope::run {
namespace {

TEST(SafeDistanceTest, OfSeveralRunsTheStrictestHolds) {
  const SafeDistance one{
      .op = OperatorId(0), .input = TensorId(0), .output = TensorId(1), .below = 0, .above = 8, .accesses = 1};
  SafeDistance other = one;
  other.below = -4;
  other.above = 6;
  const std::vector<std::vector<SafeDistance>> runs = {{one}, {other}};
  EXPECT_EQ(strictestOf(runs).front().below, -4);
  EXPECT_EQ(strictestOf(runs).front().above, 8);
  EXPECT_FALSE(strictestOf(runs).front().dependsOnData);
  other.accesses = 2;
  const std::vector<std::vector<SafeDistance>> different = {{one}, {other}};
  EXPECT_TRUE(strictestOf(different).front().dependsOnData);
  EXPECT_FALSE(commonTo(different).front().dependsOnData) << "of two kernels each may have its own order";
  const std::vector<std::vector<SafeDistance>> missing = {{one}, {}};
  EXPECT_TRUE(commonTo(missing).front().dependsOnData);
}

// Of an input of 100 bytes and an output of 60.
TEST(SafeDistanceTest, SharesAsMuchAsTheDistanceAllows) {
  SafeDistance distance{.op = OperatorId(0), .input = TensorId(0), .output = TensorId(1), .below = -60, .above = 100};
  EXPECT_EQ(distance.sharedBytes(100, 60), 0U) << "side by side";
  distance.below = 0;
  EXPECT_EQ(distance.sharedBytes(100, 60), 60U) << "the whole output";
  distance.below = -20;
  EXPECT_EQ(distance.sharedBytes(100, 60), 40U);
  distance.above = 50;
  EXPECT_EQ(distance.sharedBytes(100, 60), 50U) << "at the other end it is more";
  distance.dependsOnData = true;
  EXPECT_EQ(distance.sharedBytes(100, 60), 0U);
}

} // namespace
} // namespace arenascope::run

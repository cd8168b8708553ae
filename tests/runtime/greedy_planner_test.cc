#include "core/interpreter/runtime/greedy_planner.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace arenascope::runtime {
namespace {

class GreedyPlannerTest : public testing::Test {
protected:
  void plan(const std::vector<BufferRequirement>& requirements) {
    workspace_.assign(requirements.size() * tflm::kPlannerRecord / sizeof(std::uint64_t) + 1, 0);
    planner_.init(reinterpret_cast<std::uint8_t*>(workspace_.data()), requirements.size() * tflm::kPlannerRecord);
    for (const BufferRequirement& requirement : requirements)
      ASSERT_EQ(planner_.add(tracer_, requirement), Status::kOk);
    planner_.plan();
  }

  trace::Tracer tracer_;
  GreedyPlanner planner_;
  std::vector<std::uint64_t> workspace_;
};

constexpr BufferRequirement online(std::int32_t bytes, std::int32_t first, std::int32_t last) {
  return {bytes, kOnlinePlanned, first, last};
}

// A chain a -> b -> c: a and b overlap, b and c overlap, a and c do not. The largest, b, goes to 0; a and c above it.
TEST_F(GreedyPlannerTest, ChainSharesMemoryOfBuffersThatNeverMeet) {
  plan({online(32, 0, 1), online(64, 1, 2), online(16, 2, 3)});
  EXPECT_EQ(planner_.offset(0), 64);
  EXPECT_EQ(planner_.offset(1), 0);
  EXPECT_EQ(planner_.offset(2), 64);
  EXPECT_EQ(planner_.headBytes(), 96U);
}

TEST_F(GreedyPlannerTest, AmongEqualSizesTheOneAddedLaterIsPlacedFirst) {
  plan({online(16, 0, 1), online(16, 0, 1), online(16, 0, 1)});
  EXPECT_EQ(planner_.offset(2), 0);
  EXPECT_EQ(planner_.offset(1), 16);
  EXPECT_EQ(planner_.offset(0), 32);
}

// 64 at [0, 64) during 0-1, 48 above it during 1-2 at [64, 112), 32 during 2-3 meets only the second: it fits below.
TEST_F(GreedyPlannerTest, UsesTheLowestGapThatIsLargeEnough) {
  plan({online(64, 0, 1), online(48, 1, 2), online(32, 2, 3)});
  EXPECT_EQ(planner_.offset(0), 0);
  EXPECT_EQ(planner_.offset(1), 64);
  EXPECT_EQ(planner_.offset(2), 0);
}

TEST_F(GreedyPlannerTest, OfflineOffsetsAreTakenAsTheyAre) {
  plan({online(32, 0, 3), {16, 8, 0, 3}, {16, 16, 0, 3}});
  EXPECT_EQ(planner_.offset(1), 8);
  EXPECT_EQ(planner_.offset(2), 16) << "it overlaps the other one, and nobody minds";
  EXPECT_EQ(planner_.offset(0), 32) << "behind the end of the last one, [16, 32)";
}

TEST_F(GreedyPlannerTest, BuffersNobodyUsesConflictOnlyWithEachOther) {
  plan({online(32, -1, -1), online(48, 0, 4), online(16, -1, -1)});
  EXPECT_EQ(planner_.offset(1), 0);
  EXPECT_EQ(planner_.offset(0), 0);
  EXPECT_EQ(planner_.offset(2), 32);
}

TEST_F(GreedyPlannerTest, OffsetsBeyond32BitsAreMoreThanAnyArena) {
  plan({online(1 << 30, 0, 1), online(1 << 30, 0, 1), online(1 << 30, 0, 1)});
  EXPECT_EQ(planner_.headBytes(), kMoreThanAnyArena);
}

TEST_F(GreedyPlannerTest, RefusesMoreBuffersThanItsWorkspaceHolds) {
  std::vector<std::uint64_t> workspace(64);
  planner_.init(reinterpret_cast<std::uint8_t*>(workspace.data()), 2 * tflm::kPlannerRecord + 39);
  EXPECT_EQ(planner_.add(tracer_, online(16, 0, 1)), Status::kOk);
  EXPECT_EQ(planner_.add(tracer_, online(16, 0, 1)), Status::kOk);
  EXPECT_EQ(planner_.add(tracer_, online(16, 0, 1)), Status::kError);
}

// Whatever the lifetimes: no two buffers that live at the same time share a byte, and the head ends with the highest.
TEST_F(GreedyPlannerTest, RandomPlansAreValid) {
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    std::vector<BufferRequirement> all;
    for (int i = 0; i < 60; ++i) {
      const auto first = static_cast<std::int32_t>(random() % 40);
      all.push_back(online(static_cast<std::int32_t>(16 * (1 + random() % 64)), first,
                           first + static_cast<std::int32_t>(random() % 6)));
    }
    plan(all);
    std::int32_t highest = 0;
    for (int a = 0; a < 60; ++a) {
      const auto& one = all[static_cast<std::size_t>(a)];
      highest = std::max(highest, planner_.offset(a) + one.bytes);
      for (int b = 0; b < a; ++b) {
        const auto& other = all[static_cast<std::size_t>(b)];
        const bool apart = planner_.offset(a) + one.bytes <= planner_.offset(b) ||
                           planner_.offset(b) + other.bytes <= planner_.offset(a);
        EXPECT_TRUE(!one.livesWith(other) || apart) << "buffers " << a << " and " << b;
      }
    }
    EXPECT_EQ(planner_.headBytes(), static_cast<std::size_t>(highest));
  }
}

} // namespace
} // namespace arenascope::runtime

// Placements in which some buffers may lie over parts of others, against all placements of small cases.
#include "core/planner/overlap_solver.h"

#include <gtest/gtest.h>

#include <random>

namespace arenascope::planner {
namespace {

Placement solved(const std::vector<Buffer>& buffers, const std::vector<InPlaceLimit>& close) {
  const Placement placement = solveOverlapping(buffers, close);
  EXPECT_FALSE(wrongOverlap(buffers, close, {}, placement.offsets));
  EXPECT_EQ(placement.bytes, heightOf(buffers, placement.offsets));
  return placement;
}

// An input of 64 and an output of 32 bytes that may begin where the input does.
TEST(OverlapSolverTest, LaysAnOutputOverItsInput) {
  const std::vector<Buffer> buffers = {{0, 2, 64, {}}, {1, 3, 32, {}}};
  EXPECT_EQ(solved(buffers, {}).bytes, 96);
  const Placement placement = solved(buffers, {{0, 1, 0, 64}});
  EXPECT_EQ(placement.bytes, 64);
  EXPECT_TRUE(placement.provenOptimal());
  // 16 bytes before its input at the least.
  EXPECT_EQ(solved(buffers, {{0, 1, -16, 64}}).bytes, 80);
}

TEST(OverlapSolverTest, BuffersThatAreNotInUseTogetherShareMemory) {
  const std::vector<Buffer> buffers = {{0, 1, 64, {}}, {1, 2, 64, {}}, {2, 2, 80, {}}, {0, 2, 0, {}}};
  EXPECT_EQ(solved(buffers, {}).bytes, 80) << "the buffer that nobody uses has its place too";
  EXPECT_EQ(solveOverlapping({}, {}).bytes, 0);
}

TEST(OverlapSolverTest, WithoutAnyItIsTheOtherSolver) {
  std::mt19937 random(7);
  for (int round = 0; round < 40; ++round) {
    std::vector<Buffer> buffers;
    for (int i = 0; i < 9; ++i) {
      const auto lower = static_cast<std::int64_t>(random() % 8);
      buffers.push_back({lower,
                         lower + 1 + static_cast<std::int64_t>(random() % 4),
                         16 * (1 + static_cast<std::int64_t>(random() % 20)),
                         {}});
    }
    EXPECT_EQ(solved(buffers, {}).bytes, solve(buffers).bytes) << round;
  }
}

TEST(OverlapSolverTest, NothingIsSmallerThanTheBound) {
  std::mt19937 random(11);
  for (int round = 0; round < 60; ++round) {
    std::vector<Buffer> buffers;
    std::vector<InPlaceLimit> close;
    for (std::int64_t i = 0; i < 4; ++i) buffers.push_back({i, i + 2, 1 + static_cast<std::int64_t>(random() % 4), {}});
    for (std::size_t i = 0; i + 1 < buffers.size(); ++i)
      if (random() % 3 != 0)
        close.push_back({i, i + 1,
                         -static_cast<std::int64_t>(random() % static_cast<unsigned>(buffers[i + 1].size + 1)),
                         static_cast<std::int64_t>(random() % static_cast<unsigned>(buffers[i].size + 1))});
    const Placement placement = solved(buffers, close);
    std::int64_t smallest = 1000;
    constexpr std::int64_t kMost = 8;
    for (std::int64_t code = 0; code < kMost * kMost * kMost * kMost; ++code) {
      const Offsets offsets = {code % kMost, code / kMost % kMost, code / kMost / kMost % kMost,
                               code / kMost / kMost / kMost};
      if (!wrongOverlap(buffers, close, {}, offsets)) smallest = std::min(smallest, heightOf(buffers, offsets));
    }
    EXPECT_EQ(placement.bytes, smallest) << round;
    EXPECT_TRUE(placement.provenOptimal()) << round;
  }
}

TEST(OverlapSolverTest, NamesWhatIsTooClose) {
  const std::vector<Buffer> buffers = {{0, 2, 64, {}}, {1, 3, 32, {}}};
  const std::vector<InPlaceLimit> close = {{0, 1, -16, 64}};
  EXPECT_FALSE(wrongOverlap(buffers, close, {}, {16, 0}));
  EXPECT_TRUE(wrongOverlap(buffers, close, {}, {16, 1}));
  EXPECT_TRUE(wrongOverlap(buffers, close, {}, {-16, 64}));
  EXPECT_TRUE(wrongOverlap(buffers, close, {}, {0}));
}

// Two halves of a whole: the first in use before it, the second until later; a third buffer fits between.
TEST(OverlapSolverTest, PartsLieInTheirWhole) {
  const std::vector<Buffer> buffers = {{0, 3, 32, {}}, {1, 3, 32, {}}, {2, 4, 64, {}}, {0, 1, 32, {}}};
  const std::vector<PartOfWhole> parts = {{0, 7, 0}, {1, 7, 32}, {2, 7, 0}};
  const Placement placement = solveOverlapping(buffers, {}, parts);
  EXPECT_EQ(placement.bytes, 64) << "the last buffer lies where the second half will be";
  EXPECT_TRUE(placement.provenOptimal());
  EXPECT_EQ(placement.offsets, (Offsets{0, 32, 0, 32}));
  EXPECT_FALSE(wrongOverlap(buffers, {}, parts, placement.offsets));
  EXPECT_TRUE(wrongOverlap(buffers, {}, parts, {0, 48, 0, 32})) << "not in its place";
  EXPECT_TRUE(wrongOverlap(buffers, {}, parts, {0, 32, 0, 16})) << "over what is in use";
  EXPECT_TRUE(wrongOverlap(buffers, {}, {}, placement.offsets)) << "without being parts";
}

TEST(OverlapSolverTest, PartsAreAsSmallAsAnyPlacement) {
  std::mt19937 random(5);
  for (int round = 0; round < 40; ++round) {
    std::vector<Buffer> buffers;
    for (std::int64_t i = 0; i < 4; ++i)
      buffers.push_back({static_cast<std::int64_t>(random() % 3),
                         3 + static_cast<std::int64_t>(random() % 2),
                         1 + static_cast<std::int64_t>(random() % 3),
                         {}});
    const std::vector<PartOfWhole> parts = {{0, 1, 0}, {2, 1, static_cast<std::int64_t>(random() % 3)}};
    const Placement placement = solveOverlapping(buffers, {}, parts);
    EXPECT_FALSE(wrongOverlap(buffers, {}, parts, placement.offsets));
    std::int64_t smallest = 100;
    constexpr int kPlaces = 9;
    for (int n = 0; n < kPlaces * kPlaces * kPlaces; ++n) {
      const std::int64_t first = n % kPlaces;
      const Offsets offsets = {first, n / kPlaces % kPlaces, first + parts[1].offset, n / kPlaces / kPlaces};
      if (!wrongOverlap(buffers, {}, parts, offsets)) smallest = std::min(smallest, heightOf(buffers, offsets));
    }
    EXPECT_EQ(placement.bytes, smallest) << round;
  }
}

} // namespace
} // namespace arenascope::planner

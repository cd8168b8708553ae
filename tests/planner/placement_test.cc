// The search against instances whose optimum is known, and against brute force.
#include "core/planner/placement.h"

#include <gtest/gtest.h>

#include <chrono>
#include <numeric>
#include <random>
#include <thread>

#include "core/interpreter/runtime/greedy_planner.h"
#include "core/planner/placement_search.h"
#include "core/planner/placement_solver.h"
#include "core/planner/time_steps.h"

namespace arenascope::planner {
namespace {

// A rectangle of time and memory cut into buffers without a gap: its height is the optimum.
std::vector<Buffer> cutRectangle(std::mt19937& random, int cuts, std::int64_t width, std::int64_t height) {
  struct Piece {
    Buffer buffer;
    std::int64_t offset;
  };
  std::vector<Piece> pieces = {{{0, width, height, {}}, 0}};
  for (int cut = 0; cut < cuts; ++cut) {
    const std::size_t which = random() % pieces.size();
    Piece& piece = pieces[which];
    const std::int64_t length = piece.buffer.upper - piece.buffer.lower;
    Piece rest = piece;
    if (random() % 2 == 0 && length > 1) {
      rest.buffer.lower = piece.buffer.upper =
          piece.buffer.lower + 1 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(length - 1));
    } else if (piece.buffer.size > 16) {
      const std::int64_t units = piece.buffer.size / 16;
      piece.buffer.size = 16 * (1 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(units - 1)));
      rest.buffer.size -= piece.buffer.size;
      rest.offset += piece.buffer.size;
    } else {
      continue;
    }
    pieces.push_back(rest);
  }
  std::vector<Buffer> buffers;
  for (const Piece& piece : pieces) buffers.push_back(piece.buffer);
  std::shuffle(buffers.begin(), buffers.end(), random);
  return buffers;
}

// The smallest height of all orders in which buffers can be placed one by one, as low as possible; fixed ones first.
std::int64_t bruteForce(const std::vector<Buffer>& buffers) {
  std::vector<std::size_t> order(buffers.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto open = std::stable_partition(order.begin(), order.end(), [&](auto i) { return buffers[i].fixed; });
  std::int64_t best = std::numeric_limits<std::int64_t>::max();
  do {
    Offsets offsets(buffers.size());
    for (std::size_t n = 0; n < order.size(); ++n) {
      const Buffer& buffer = buffers[order[n]];
      std::int64_t offset = buffer.fixed.value_or(0);
      for (bool moved = !buffer.fixed; moved;) {
        moved = false;
        for (std::size_t k = 0; k < n; ++k) {
          const std::size_t other = order[k];
          if (inUseTogether(buffer, buffers[other]) && offset < offsets[other] + buffers[other].size &&
              offsets[other] < offset + buffer.size) {
            offset = offsets[other] + buffers[other].size;
            moved = true;
          }
        }
      }
      offsets[order[n]] = offset;
    }
    best = std::min(best, heightOf(buffers, offsets));
  } while (std::next_permutation(open, order.end()));
  return best;
}

void expectOptimal(const std::vector<Buffer>& buffers, std::int64_t optimum) {
  const Placement placement = solve(buffers, {});
  EXPECT_EQ(wrongPlacement(buffers, placement.offsets), std::nullopt);
  EXPECT_EQ(heightOf(buffers, placement.offsets), placement.bytes);
  EXPECT_EQ(placement.bytes, optimum);
  EXPECT_TRUE(placement.provenOptimal());
}

TEST(PlacementTest, CutRectanglesArePutTogether) {
  std::mt19937 random(1);
  for (int round = 0; round < 60; ++round) {
    SCOPED_TRACE(round);
    const std::int64_t height = 16 * static_cast<std::int64_t>(20 + random() % 300);
    expectOptimal(cutRectangle(random, 5 + round / 2, 10 + static_cast<std::int64_t>(random() % 40), height), height);
  }
}

TEST(PlacementTest, AgreesWithBruteForce) {
  std::mt19937 random(2);
  for (int round = 0; round < 150; ++round) {
    SCOPED_TRACE(round);
    std::vector<Buffer> buffers(2 + random() % 6);
    for (Buffer& buffer : buffers) {
      buffer.lower = static_cast<std::int64_t>(random() % 6);
      buffer.upper = buffer.lower + 1 + static_cast<std::int64_t>(random() % 4);
      buffer.size = 16 * static_cast<std::int64_t>(1 + random() % 7);
    }
    expectOptimal(buffers, bruteForce(buffers));
  }
}

// A fixed buffer in the way: often no placement reaches the peak of what is in use.
// Many ties, many fixed offsets: what a plan is compared with is what the interpreter's planner does.
TEST(PlacementTest, GreedyBySizeIsTheInterpretersPlanner) {
  std::mt19937 random(20);
  const trace::Tracer silent;
  for (int round = 0; round < 500; ++round) {
    std::vector<Buffer> buffers(1 + random() % 24);
    std::vector<std::uint64_t> workspace(tflm::kPlannerRecord / sizeof(std::uint64_t) * buffers.size());
    runtime::GreedyPlanner planner;
    planner.init(reinterpret_cast<std::uint8_t*>(workspace.data()), workspace.size() * sizeof(std::uint64_t));
    for (Buffer& buffer : buffers) {
      buffer.lower = static_cast<std::int64_t>(random() % 8);
      buffer.upper = buffer.lower + 1 + static_cast<std::int64_t>(random() % 5);
      buffer.size = 16 * static_cast<std::int64_t>(1 + random() % 3);
      if (random() % 6 == 0) buffer.fixed = 16 * static_cast<std::int64_t>(random() % 10);
      ASSERT_EQ(planner.add(silent, {.bytes = static_cast<std::int32_t>(buffer.size),
                                     .offlineOffset = static_cast<std::int32_t>(buffer.fixed.value_or(-1)),
                                     .first = static_cast<std::int32_t>(buffer.lower),
                                     .last = static_cast<std::int32_t>(buffer.upper) - 1}),
                runtime::Status::kOk);
    }
    planner.plan();
    const Offsets offsets = placeGreedily(buffers, GreedyOrder::kSize);
    for (std::size_t i = 0; i < buffers.size(); ++i)
      ASSERT_EQ(offsets[i], planner.offset(static_cast<int>(i))) << "round " << round << ", buffer " << i;
  }
}

TEST(PlacementTest, WhatTheBoundDoesNotSayIsProven) {
  std::mt19937 random(3);
  int above = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<Buffer> buffers(6);
    for (Buffer& buffer : buffers) {
      buffer.lower = static_cast<std::int64_t>(random() % 7);
      buffer.upper = buffer.lower + 2 + static_cast<std::int64_t>(random() % 4);
      buffer.size = static_cast<std::int64_t>(1 + random() % 9);
    }
    buffers[0].fixed = random() % 8;
    const Placement placement = solve(buffers);
    EXPECT_TRUE(placement.provenOptimal());
    EXPECT_EQ(placement.bytes, bruteForce(buffers));
    if (placement.bytes > peakOf(buffers).bytes) ++above;
  }
  EXPECT_GT(above, 100);
}

TEST(PlacementTest, LifetimesThatTouchShareBytes) {
  expectOptimal({{0, 5, 100, {}}, {5, 9, 80, {}}, {9, 10, 100, {}}}, 100);
}

TEST(PlacementTest, EmptyAndEqualBuffers) {
  expectOptimal({}, 0);
  expectOptimal({{0, 4, 0, {}}, {3, 3, 64, {}}}, 64); // in use at no time, it still lies somewhere
  expectOptimal(std::vector<Buffer>(9, {0, 4, 48, {}}), 9 * 48);
}

TEST(PlacementTest, FixedBuffersStayWhereTheyAre) {
  expectOptimal({{0, 4, 32, 64}, {0, 4, 32, {}}, {2, 6, 48, {}}, {5, 8, 16, 16}}, 144);
  expectOptimal({{0, 4, 32, 64}, {0, 4, 64, {}}}, 96);
  expectOptimal({{0, 4, 32, 1000}, {0, 4, 64, {}}}, 1032);
  std::mt19937 random(4);
  for (int round = 0; round < 40; ++round) {
    SCOPED_TRACE(round);
    std::vector<Buffer> buffers = cutRectangle(random, 12, 12, 640);
    const Placement free = solve(buffers);
    for (std::size_t i = 0; i < buffers.size(); i += 3) buffers[i].fixed = free.offsets[i];
    expectOptimal(buffers, 640);
  }
}

TEST(PlacementTest, FixedOffsetsThatContradictEachOtherAreSeen) {
  const std::vector<Buffer> buffers = {{0, 4, 32, 0}, {3, 5, 32, 16}, {0, 5, 8, {}}};
  EXPECT_TRUE(wrongPlacement(buffers, solve(buffers, {.steps = 10'000, .stop = {}, .enough = {}}).offsets).has_value());
}

TEST(PlacementTest, StopsAndKeepsTheBest) {
  std::mt19937 random(5);
  const std::vector<Buffer> buffers = cutRectangle(random, 400, 300, 1 << 20);
  int asked = 0;
  const Placement placement = solve(buffers, {.steps = kNoEnd,
                                              .stop =
                                                  [&](std::int64_t bytes, std::int64_t bound) {
                                                    EXPECT_GE(bytes, bound);
                                                    return ++asked > 3;
                                                  },
                                              .enough = {}});
  EXPECT_EQ(wrongPlacement(buffers, placement.offsets), std::nullopt);
  EXPECT_GE(placement.bytes, 1 << 20);
  EXPECT_EQ(placement.end, SearchEnd::kStopped);
}

// However long each of them takes.
TEST(PlacementTest, SoManyStepsFindTheSameOnAnyComputer) {
  std::mt19937 random(5);
  const std::vector<Buffer> buffers = cutRectangle(random, 400, 300, 1 << 20);
  const SolveOptions fast = {.steps = 5'000'000, .stop = {}, .enough = {}};
  const Placement expected = solve(buffers, fast);
  EXPECT_EQ(expected.end, SearchEnd::kWork);
  SolveOptions slow = fast;
  slow.stop = [](std::int64_t, std::int64_t) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return false;
  };
  const Placement placement = solve(buffers, slow);
  EXPECT_EQ(placement.offsets, expected.offsets);
  EXPECT_EQ(placement.lowerBound, expected.lowerBound);
  EXPECT_EQ(placement.steps, expected.steps);
  EXPECT_EQ(placement.end, expected.end);
}

TEST(PlacementTest, EnoughIsEnough) {
  const std::vector<Buffer> buffers = {{0, 2, 64, {}}, {1, 3, 64, {}}, {2, 4, 64, {}}};
  const Placement placement = solve(buffers, {.steps = kNoEnd, .stop = {}, .enough = 1000});
  EXPECT_LE(placement.bytes, 1000);
  EXPECT_EQ(placement.lowerBound, 128);
}

TEST(PlacementTest, PeakNamesItsTime) {
  const Peak peak = peakOf({{0, 3, 10, {}}, {2, 5, 20, {}}, {4, 6, 5, {}}, {2, 2, 99, {}}});
  EXPECT_EQ(peak.bytes, 30);
  EXPECT_EQ(peak.time, 2);
}

TEST(PlacementTest, ManyBuffersArePlacedWithoutASearch) {
  std::mt19937 random(6);
  std::vector<Buffer> buffers(6000);
  for (Buffer& buffer : buffers) {
    buffer.lower = static_cast<std::int64_t>(random() % 100);
    buffer.upper = buffer.lower + 1 + static_cast<std::int64_t>(random() % 100);
    buffer.size = static_cast<std::int64_t>(1 + random() % 1000);
  }
  const Placement placement = solve(buffers, {});
  EXPECT_EQ(wrongPlacement(buffers, placement.offsets), std::nullopt);
  EXPECT_GE(placement.bytes, placement.lowerBound);
}

TEST(PlacementTest, HugeBuffersAreRefusedNotOverflown) {
  EXPECT_THROW(solve({{0, 2, std::int64_t{1} << 40, {}}, {0, 2, 1, {}}}), std::length_error);
}

TEST(TimeStepsTest, OnlyTheFullestMomentsOfEachPartCount) {
  const std::vector<Part> parts = splitInTime({{0, 10, 32, {}}, {2, 4, 16, {}}, {5, 7, 16, {}}, {20, 22, 48, {}}});
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0].unit, 16);
  ASSERT_EQ(parts[0].buffers.size(), 3U);
  EXPECT_EQ(parts[0].buffers[0].upper - parts[0].buffers[0].lower, 2); // both others meet it, each at its own step
  EXPECT_EQ(parts[0].buffers[1].upper, parts[0].buffers[2].lower);
  EXPECT_EQ(parts[1].unit, 48);
}

} // namespace
} // namespace arenascope::planner

#include "emulator/timing/arena_timing.h"

#include <gtest/gtest.h>

namespace arenascope::timing {
namespace {

TEST(ArenaTimingTest, EverySectionWaitsForItsOwnMemory) {
  ArenaAccesses accesses({.nonPersistent = {.waitStates = 5}, .persistent = {.waitStates = 2}, .headBytes = 64},
                         0x1000);
  EXPECT_EQ(accesses.stall(0x1000, 4), 5U);
  EXPECT_EQ(accesses.stall(0x1000, 4), 5U) << "there is no cache";
  EXPECT_EQ(accesses.stall(0x1002, 4), 10U) << "two words";
  EXPECT_EQ(accesses.stall(0x103F, 1), 5U);
  EXPECT_EQ(accesses.stall(0x1040, 4), 2U);
}

TEST(ArenaTimingTest, ACacheWaitsForALineOnce) {
  ArenaAccesses accesses(
      {.nonPersistent = {.waitStates = 100, .lineBytes = 32, .cacheBytes = 128}, .persistent = {}, .headBytes = 4'096},
      0x1000);
  EXPECT_EQ(accesses.stall(0x1000, 4), 100U);
  EXPECT_EQ(accesses.stall(0x101C, 4), 0U);
  EXPECT_EQ(accesses.stall(0x101E, 4), 100U) << "the next line";
  for (std::uint32_t line = 2; line < 5; ++line) EXPECT_EQ(accesses.stall(0x1000 + 32 * line, 4), 100U);
  EXPECT_EQ(accesses.stall(0x1000, 4), 100U) << "the one used longest ago has gone";
  EXPECT_EQ(accesses.stall(0x2000, 4), 0U);
}

TEST(ArenaTimingTest, NoWaitStatesNoWait) {
  EXPECT_FALSE(ArenaTiming().waits());
  ArenaAccesses accesses({}, 0x1000);
  EXPECT_EQ(accesses.stall(0x1000, 64), 0U);
}

} // namespace
} // namespace arenascope::timing

#include "emulator/timing/flash_fetch.h"

#include <gtest/gtest.h>

namespace arenascope::timing {
namespace {

constexpr std::uint32_t kBase = 0x08000000;

TEST(FlashFetchTest, WithoutACacheOnlyTheLastLineIsThere) {
  FlashFetch flash({.waitStates = 5, .lineBytes = 16, .cacheBytes = 0});
  EXPECT_EQ(flash.stall(kBase, 8), 5U);
  EXPECT_EQ(flash.stall(kBase + 8, 8), 0U);
  EXPECT_EQ(flash.stall(kBase + 64, 8), 5U);
  EXPECT_EQ(flash.stall(kBase, 8), 5U);
}

TEST(FlashFetchTest, TheNextLineIsReadAhead) {
  FlashFetch flash({.waitStates = 5, .lineBytes = 16, .cacheBytes = 0});
  EXPECT_EQ(flash.stall(kBase, 48), 5U + 1U + 1U); // four words of execution hide four of five wait states
  FlashFetch fast({.waitStates = 2, .lineBytes = 16, .cacheBytes = 0});
  EXPECT_EQ(fast.stall(kBase, 48), 2U);
}

TEST(FlashFetchTest, ALoopInTheCacheWaitsOnce) {
  FlashFetch flash({.waitStates = 3, .lineBytes = 16, .cacheBytes = 64});
  EXPECT_EQ(flash.stall(kBase + 4, 40), 3U);
  for (int turn = 0; turn < 10; ++turn) EXPECT_EQ(flash.stall(kBase + 4, 40), 0U);
}

TEST(FlashFetchTest, LinesAtTheSamePlacePushEachOtherOut) {
  FlashFetch flash({.waitStates = 3, .lineBytes = 16, .cacheBytes = 64});
  EXPECT_EQ(flash.stall(kBase, 4), 3U);
  EXPECT_EQ(flash.stall(kBase + 64, 4), 3U);
  EXPECT_EQ(flash.stall(kBase, 4), 3U);
}

TEST(FlashFetchTest, NoWaitStatesNoStalls) {
  FlashFetch flash({.waitStates = 0, .lineBytes = 16, .cacheBytes = 0});
  EXPECT_EQ(flash.stall(kBase, 4096), 0U);
}

} // namespace
} // namespace arenascope::timing

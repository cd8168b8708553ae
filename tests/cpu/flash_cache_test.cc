#include "emulator/cpu/flash_cache.h"

#include <gtest/gtest.h>

namespace arenascope::cpu {
namespace {

constexpr std::uint32_t kBase = 0x08000000;
constexpr std::uint32_t kModel = 0x60000000;

TEST(FlashReadsTest, WithoutACacheOnlyTheLastLineIsThere) {
  FlashReads flash({.waitStates = 5, .lineBytes = 16});
  EXPECT_EQ(flash.stallForCode(kBase, 8), 5U);
  EXPECT_EQ(flash.stallForCode(kBase + 8, 8), 0U);
  EXPECT_EQ(flash.stallForCode(kBase + 64, 8), 5U);
  EXPECT_EQ(flash.stallForCode(kBase, 8), 5U);
}

TEST(FlashReadsTest, TheNextLineOfCodeIsReadAhead) {
  FlashReads flash({.waitStates = 5, .lineBytes = 16});
  EXPECT_EQ(flash.stallForCode(kBase, 48), 5U + 1U + 1U); // four words of execution hide four of five wait states
  FlashReads fast({.waitStates = 2, .lineBytes = 16});
  EXPECT_EQ(fast.stallForCode(kBase, 48), 2U);
  FlashReads without({.waitStates = 5, .lineBytes = 16, .prefetch = false});
  EXPECT_EQ(without.stallForCode(kBase, 48), 15U);
}

TEST(FlashReadsTest, ALoopInTheCacheWaitsOnce) {
  FlashReads flash({.waitStates = 3, .lineBytes = 16, .codeCacheBytes = 64});
  EXPECT_EQ(flash.stallForCode(kBase + 4, 40), 3U);
  for (int turn = 0; turn < 10; ++turn) EXPECT_EQ(flash.stallForCode(kBase + 4, 40), 0U);
}

TEST(FlashReadsTest, LinesAtTheSamePlacePushEachOtherOut) {
  FlashReads flash({.waitStates = 3, .lineBytes = 16, .codeCacheBytes = 64});
  EXPECT_EQ(flash.stallForCode(kBase, 4), 3U);
  EXPECT_EQ(flash.stallForCode(kBase + 64, 4), 3U);
  EXPECT_EQ(flash.stallForCode(kBase, 4), 3U);
}

TEST(FlashReadsTest, OfTwoWaysTheOneUsedLongestAgoIsDropped) {
  FlashReads flash({.waitStates = 3, .lineBytes = 16, .codeCacheBytes = 64, .cacheWays = 2});
  EXPECT_EQ(flash.stallForCode(kBase, 4), 3U);
  EXPECT_EQ(flash.stallForCode(kBase + 64, 4), 3U);
  EXPECT_EQ(flash.stallForCode(kBase, 4), 0U);
  EXPECT_EQ(flash.stallForCode(kBase + 128, 4), 3U); // instead of + 64
  EXPECT_EQ(flash.stallForCode(kBase, 4), 0U);
  EXPECT_EQ(flash.stallForCode(kBase + 64, 4), 3U);
}

TEST(FlashReadsTest, ConstantsAreNotReadAhead) {
  FlashReads flash({.waitStates = 5, .lineBytes = 8});
  std::uint32_t cycles = 0;
  for (std::uint32_t byte = 0; byte < 64; byte += 4) cycles += flash.stallForData(kModel + byte, 4);
  EXPECT_EQ(cycles, 8U * 5U);
}

TEST(FlashReadsTest, ConstantsHaveACacheOfTheirOwn) {
  FlashReads flash({.waitStates = 5, .lineBytes = 16, .codeCacheBytes = 16, .dataCacheBytes = 32});
  EXPECT_EQ(flash.stallForCode(kBase, 4), 5U);
  EXPECT_EQ(flash.stallForData(kModel, 32), 10U);
  EXPECT_EQ(flash.stallForData(kModel, 32), 0U);
  EXPECT_EQ(flash.stallForCode(kBase, 4), 0U);
}

TEST(FlashReadsTest, ASharedCacheIsForBoth) {
  FlashReads flash({.waitStates = 5, .lineBytes = 16, .codeCacheBytes = 32, .oneCache = true});
  EXPECT_EQ(flash.stallForCode(kBase, 4), 5U);
  EXPECT_EQ(flash.stallForData(kModel, 4), 5U); // at the same place
  EXPECT_EQ(flash.stallForCode(kBase, 4), 5U);
  EXPECT_EQ(flash.stallForData(kModel + 16, 4), 5U);
  EXPECT_EQ(flash.stallForCode(kBase, 4), 0U);
}

TEST(FlashReadsTest, NoWaitStatesNoStalls) {
  FlashReads flash({.waitStates = 0, .lineBytes = 16});
  EXPECT_EQ(flash.stallForCode(kBase, 4096), 0U);
  EXPECT_EQ(flash.stallForData(kModel, 4096), 0U);
}

} // namespace
} // namespace arenascope::cpu

#include "emulator/cpu/placed_memory.h"

#include <gtest/gtest.h>

#include "emulator/cpu/flash_cache.h"

namespace arenascope::cpu {
namespace {

TEST(PlacedMemoryTest, AnAddressIsInOneRangeOrNone) {
  PlacedMemory placed({{.at = {0x100, 0x200}, .memory = {}, .part = 1, .inRam = 1},
                       {.at = {0x200, 0x280}, .memory = {.reads = 3}, .part = 0, .inRam = 1}});
  EXPECT_EQ(placed.find(0xFF), nullptr);
  EXPECT_EQ(placed.find(0x100)->part, 1U);
  EXPECT_EQ(placed.find(0x1FF)->part, 1U);
  EXPECT_EQ(placed.find(0x200)->part, 0U);
  EXPECT_EQ(placed.find(0x280), nullptr);
  EXPECT_TRUE(placed.hasWaitStates());
  placed.count(*placed.find(0x180), 7);
  placed.count(*placed.find(0x180), 2);
  EXPECT_EQ(placed.waits(), (std::vector<std::uint64_t>{0, 9}));
}

TEST(PlacedMemoryTest, WhatIsOnlyWatchedHasNoWaitStates) {
  const PlacedMemory watched({{.at = {0, 4}, .memory = {.reads = 9, .cacheBytes = 64}, .part = 0, .inRam = 0}});
  EXPECT_FALSE(watched.hasWaitStates());
  EXPECT_EQ(watched.cacheBytes(), 0U);
  EXPECT_EQ(PlacedMemory().find(0), nullptr);
}

TEST(PlacedMemoryTest, CodeInRamWaitsForEachAccessOrBehindTheCacheForCode) {
  FlashReads flash({.waitStates = 5, .lineBytes = 16, .codeCacheBytes = 64});
  EXPECT_EQ(flash.stallForCodeIn({.reads = 2}, 0x1002, 8), 6U) << "three words, and no cache";
  const RamTiming cached{.reads = 2, .lineBytes = 16, .cacheBytes = 64};
  EXPECT_EQ(flash.stallForCodeIn(cached, 0x2000, 16), 2U);
  EXPECT_EQ(flash.stallForCodeIn(cached, 0x2000, 16), 0U);
  EXPECT_EQ(flash.stallForCodeIn({}, 0x3000, 16), 0U) << "tightly coupled";
  FlashReads without({.waitStates = 0, .lineBytes = 16}, 64);
  EXPECT_EQ(without.stallForCodeIn(cached, 0x2000, 32), 4U);
  EXPECT_EQ(without.stallForCodeIn(cached, 0x2000, 32), 0U) << "a cache of its own";
}

} // namespace
} // namespace arenascope::cpu

#include "emulator/cpu/ram_timing.h"

#include <gtest/gtest.h>

namespace arenascope::cpu {
namespace {

constexpr AddressRange kArena{0x1000, 0x1100};

TEST(RamTimingTest, ReadsAndWritesWaitForEachWord) {
  RamAccesses ram({.reads = 5, .writes = 2}, std::nullopt, kArena);
  EXPECT_TRUE(ram.hasWaitStates());
  EXPECT_EQ(ram.stall(0x4000, 4, false), 5U);
  EXPECT_EQ(ram.stall(0x4000, 4, false), 5U) << "there is no cache";
  EXPECT_EQ(ram.stall(0x4002, 4, false), 10U) << "two words";
  EXPECT_EQ(ram.stall(0x4000, 8, true), 4U);
  EXPECT_EQ(ram.stall(0x1000, 1, false), 5U) << "the arena lies in it";
}

TEST(RamTimingTest, AnArenaMayLieElsewhere) {
  RamAccesses ram({.reads = 1, .writes = 1}, ArenaTiming{{.reads = 7, .writes = 7}, {}, 0x40}, kArena);
  EXPECT_EQ(ram.stall(0x0FFC, 4, false), 1U);
  EXPECT_EQ(ram.stall(0x103F, 1, false), 7U);
  EXPECT_EQ(ram.stall(0x1040, 4, false), 0U) << "the persistent section, in tightly coupled memory";
  EXPECT_EQ(ram.stall(0x1100, 4, true), 1U);
}

TEST(RamTimingTest, ACacheFetchesALineOnce) {
  RamAccesses ram({.reads = 100, .writes = 0, .lineBytes = 32, .cacheBytes = 128}, std::nullopt, kArena);
  EXPECT_EQ(ram.stall(0x4000, 4, false), 100U);
  EXPECT_EQ(ram.stall(0x401C, 4, false), 0U);
  EXPECT_EQ(ram.stall(0x401E, 4, false), 100U) << "the next line";
  for (std::uint32_t line = 2; line < 5; ++line) EXPECT_EQ(ram.stall(0x4000 + 32 * line, 4, false), 100U);
  EXPECT_EQ(ram.stall(0x4000, 4, false), 100U) << "the one used longest ago has gone";
}

TEST(RamTimingTest, WhatIsStoredGoesBackWhenItsLineMakesRoom) {
  RamAccesses ram({.reads = 100, .writes = 9, .lineBytes = 32, .cacheBytes = 128}, std::nullopt, kArena);
  EXPECT_EQ(ram.stall(0x4000, 4, true), 0U) << "the store buffer hides it";
  EXPECT_EQ(ram.stall(0x4004, 4, false), 0U) << "its line is there";
  for (std::uint32_t line = 1; line < 4; ++line) EXPECT_EQ(ram.stall(0x4000 + 32 * line, 4, false), 100U);
  EXPECT_EQ(ram.stall(0x4080, 4, false), 109U);
  EXPECT_EQ(ram.stall(0x40A0, 4, false), 100U) << "lines that were only read are dropped";
}

// The arena's regions are behind the same cache as everything else.
TEST(RamTimingTest, AllRegionsShareOneCache) {
  const RamTiming cached{.reads = 10, .writes = 0, .lineBytes = 32, .cacheBytes = 128};
  RamAccesses ram({}, ArenaTiming{cached, cached, 0x80}, kArena);
  for (std::uint32_t line = 0; line < 4; ++line) EXPECT_EQ(ram.stall(0x1080 + 32 * line, 4, false), 10U);
  EXPECT_EQ(ram.stall(0x1000, 4, false), 10U);
  EXPECT_EQ(ram.stall(0x1080, 4, false), 10U) << "had to make room";
}

TEST(RamTimingTest, NoWaitStatesNoWait) {
  RamAccesses ram({}, std::nullopt, {});
  EXPECT_FALSE(ram.hasWaitStates());
  EXPECT_EQ(ram.stall(0x1000, 64, true), 0U);
}

} // namespace
} // namespace arenascope::cpu

#include "emulator/cpu/line_cache.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <list>
#include <random>

namespace arenascope::cpu {
namespace {

TEST(LineCacheTest, TheLineUsedLongestAgoGoes) {
  LineCache cache(64, 32, 2); // one place of two lines
  EXPECT_FALSE(cache.touch(1, false).there);
  EXPECT_FALSE(cache.touch(2, false).there);
  EXPECT_TRUE(cache.touch(1, false).there);
  EXPECT_FALSE(cache.touch(3, false).there) << "in the place of 2";
  EXPECT_TRUE(cache.touch(1, false).there);
  EXPECT_FALSE(cache.touch(2, false).there);
}

TEST(LineCacheTest, WhatWasWrittenGoesBackOnce) {
  LineCache cache(32, 32, 1);
  EXPECT_FALSE(cache.touch(1, true).writtenBack) << "there was nothing";
  EXPECT_FALSE(cache.touch(1, false).writtenBack) << "it is still there";
  EXPECT_TRUE(cache.touch(2, false).writtenBack);
  EXPECT_FALSE(cache.touch(3, false).writtenBack) << "2 was only read";
}

TEST(LineCacheTest, LinesHaveTheirPlace) {
  LineCache cache(128, 32, 1); // four places
  cache.touch(0, false);
  cache.touch(1, false);
  EXPECT_TRUE(cache.touch(0, false).there);
  cache.touch(4, false); // the place of 0
  EXPECT_TRUE(cache.touch(1, false).there);
  EXPECT_FALSE(cache.touch(0, false).there);
}

TEST(LineCacheTest, OneSmallerThanALineHoldsOne) {
  LineCache cache(8, 32, 4);
  cache.touch(7, false);
  EXPECT_TRUE(cache.touch(7, false).there);
  EXPECT_FALSE(cache.touch(8, false).there);
  EXPECT_FALSE(cache.touch(7, false).there);
}

// A set as a list, most recently used first.
TEST(LineCacheTest, SetsOfAnySizeDropTheLineUsedLongestAgo) {
  std::mt19937 random(1);
  for (const std::uint32_t ways : {1U, 2U, 3U, 4U, 8U}) {
    constexpr std::uint32_t kSets = 3;
    LineCache cache(kSets * ways * 32, 32, ways);
    std::array<std::list<std::pair<std::uint32_t, bool>>, kSets> sets;
    for (int i = 0; i < 5000; ++i) {
      const auto line = static_cast<std::uint32_t>(random() % (2 * kSets * ways));
      const bool write = random() % 4 == 0;
      auto& set = sets.at(line % kSets);
      const auto held = std::find_if(set.begin(), set.end(), [line](const auto& each) { return each.first == line; });
      const bool there = held != set.end();
      bool written = write;
      bool writtenBack = false;
      if (there) {
        written = written || held->second;
        set.erase(held);
      } else if (set.size() == ways) {
        writtenBack = set.back().second;
        set.pop_back();
      }
      set.insert(set.begin(), {line, written});
      const LineCache::Touched touched = cache.touch(line, write);
      ASSERT_EQ(touched.there, there) << ways << " ways, touch " << i;
      ASSERT_EQ(touched.writtenBack, writtenBack) << ways << " ways, touch " << i;
    }
  }
}

} // namespace
} // namespace arenascope::cpu

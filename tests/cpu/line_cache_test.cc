#include "emulator/cpu/line_cache.h"

#include <gtest/gtest.h>

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

} // namespace
} // namespace arenascope::cpu

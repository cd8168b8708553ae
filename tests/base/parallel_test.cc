#include "core/base/parallel.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace arenascope {
namespace {

TEST(ParallelTest, EverythingIsDoneOnce) {
  std::vector<std::atomic<int>> times(1'000);
  forEachInParallel(times.size(), 4, [&](std::size_t i) { ++times[i]; });
  for (const std::atomic<int>& once : times) EXPECT_EQ(once, 1);
}

TEST(ParallelTest, WhatIsThrownComesToTheCallerAndEndsTheRest) {
  for (const std::size_t atATime : {std::size_t{1}, std::size_t{4}}) {
    std::atomic<std::size_t> begun = 0;
    const auto work = [&](std::size_t i) {
      ++begun;
      if (i == 10) throw std::runtime_error("ten");
    };
    EXPECT_THROW(forEachInParallel(std::size_t{1} << 40, atATime, work), std::runtime_error);
    EXPECT_GE(begun, 11U);
  }
}

} // namespace
} // namespace arenascope

#include "core/planner/best_subset.h"

#include <gtest/gtest.h>

#include <random>

namespace arenascope::planner {
namespace {

std::uint64_t gainOf(const std::vector<Choice>& choices, const std::vector<std::size_t>& chosen) {
  std::uint64_t gain = 0;
  for (const std::size_t choice : chosen) gain += choices[choice].gain;
  return gain;
}

std::uint64_t bytesOf(const std::vector<Choice>& choices, const std::vector<std::size_t>& chosen) {
  std::uint64_t bytes = 0;
  for (const std::size_t choice : chosen) bytes += (choices[choice].bytes + 15) / 16 * 16;
  return bytes;
}

// All subsets.
std::uint64_t bestByTrying(const std::vector<Choice>& choices, std::uint64_t capacity) {
  std::uint64_t best = 0;
  for (std::size_t bits = 0; bits < std::size_t{1} << choices.size(); ++bits) {
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < choices.size(); ++i)
      if ((bits >> i & 1) != 0) chosen.push_back(i);
    if (bytesOf(choices, chosen) <= capacity) best = std::max(best, gainOf(choices, chosen));
  }
  return best;
}

TEST(BestSubsetTest, NoSubsetGainsMoreAndMoreCapacityNeverGainsLess) {
  std::mt19937 random(7);
  for (int round = 0; round < 40; ++round) {
    std::vector<Choice> choices(9);
    for (Choice& choice : choices) choice = {.bytes = random() % 200 + 1, .gain = random() % 100};
    std::uint64_t before = 0;
    for (std::uint64_t capacity = 0; capacity <= 1'200; capacity += 61) {
      const std::vector<std::size_t> chosen = bestSubset(choices, capacity);
      EXPECT_LE(bytesOf(choices, chosen), capacity);
      EXPECT_EQ(gainOf(choices, chosen), bestByTrying(choices, capacity));
      EXPECT_GE(gainOf(choices, chosen), before);
      before = gainOf(choices, chosen);
    }
  }
}

TEST(BestSubsetTest, WhatGainsNothingStays) {
  const std::vector<Choice> choices = {{.bytes = 16, .gain = 0}, {.bytes = 16, .gain = 1}, {.bytes = 1'000, .gain = 9}};
  EXPECT_EQ(bestSubset(choices, 100), (std::vector<std::size_t>{1}));
  EXPECT_EQ(bestSubset(choices, 10'000), (std::vector<std::size_t>{1, 2}));
  EXPECT_TRUE(bestSubset(choices, 15).empty());
  EXPECT_TRUE(bestSubset({}, 100).empty());
}

} // namespace
} // namespace arenascope::planner

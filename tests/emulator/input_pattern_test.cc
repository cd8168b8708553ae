#include "emulator/engine/input_pattern.h"

#include <gtest/gtest.h>

#include <cstring>

namespace arenascope::engine {
namespace {

// The same step with multiplications and divisions instead of shifts.
std::uint32_t step(std::uint32_t x) {
  x = x ^ (x * 8192U);
  x = x ^ (x / 131072U);
  return x ^ (x * 32U);
}

TEST(InputPatternTest, IntegersAreTheLowBits) {
  const std::uint32_t first = step(0x9E3779B9U);
  const std::uint32_t second = step(first);
  EXPECT_EQ(inputPattern(0, "int8", 2),
            (std::vector<std::uint8_t>{static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(second)}));
  EXPECT_EQ(inputPattern(0, "int32", 4)[0], first % 16);
  EXPECT_EQ(inputPattern(0, "bool", 1)[0], first & 1);
}

TEST(InputPatternTest, FloatsLieBetweenMinusOneAndOne) {
  const std::vector<std::uint8_t> bytes = inputPattern(0, "float32", 4000);
  float first = 0;
  std::memcpy(&first, bytes.data(), 4);
  EXPECT_EQ(first, static_cast<float>(step(0x9E3779B9U) >> 8) / 16777216.0F * 2.0F - 1.0F);
  for (std::size_t i = 0; i < bytes.size(); i += 4) {
    float value = 0;
    std::memcpy(&value, bytes.data() + i, 4);
    EXPECT_GE(value, -1.0F);
    EXPECT_LT(value, 1.0F);
  }
}

TEST(InputPatternTest, EachInputHasItsOwnSequence) {
  EXPECT_NE(inputPattern(0, "int8", 16), inputPattern(1, "int8", 16));
}

} // namespace
} // namespace arenascope::engine

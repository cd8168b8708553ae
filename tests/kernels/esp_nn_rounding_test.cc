#include <gtest/gtest.h>

#include <random>

#include "core/interpreter/kernels/esp_nn/rounding.h"

namespace arenascope::kernels::esp_nn {
namespace {

TEST(EspNnRoundingTest, IsThatOfTensorFlowLite) {
  constexpr std::int32_t kLowest = std::numeric_limits<std::int32_t>::min();
  EXPECT_EQ(highProduct(kLowest, kLowest), std::numeric_limits<std::int32_t>::max());
  std::mt19937 random(11);
  for (int i = 0; i < 20'000; ++i) {
    const auto x = static_cast<std::int32_t>(random()) >> (random() % 32);
    const auto multiplier =
        static_cast<std::int32_t>(random() % 2 == 0 ? (1U << 30) : (1U << 30) + random() % (1U << 30));
    const int shift = 8 - static_cast<int>(random() % 32);
    EXPECT_EQ(highProduct(x, multiplier), doublingHighMul(x, multiplier)) << x << " times " << multiplier;
    EXPECT_EQ(requantize(x, multiplier, shift), multiplyByQuantizedMultiplier(x, multiplier, shift))
        << x << " times " << multiplier << " shifted by " << shift;
  }
}

TEST(EspNnRoundingTest, TheFastOneIsTheSameUntilItOverflows) {
  constexpr std::int32_t kHalf = 1 << 30; // as a multiplier
  constexpr std::int32_t kHighest = std::numeric_limits<std::int32_t>::max();
  std::mt19937 random(12);
  for (int i = 0; i < 20'000; ++i) {
    const auto x = static_cast<std::int32_t>(random() % 2'000'000) - 1'000'000;
    const auto multiplier =
        static_cast<std::int32_t>(random() % 2 == 0 ? (1U << 30) : (1U << 30) + random() % (1U << 30));
    const int shift = 4 - static_cast<int>(random() % 20);
    EXPECT_EQ(requantizeFast(x, multiplier, shift), requantize(x, multiplier, shift))
        << x << " times " << multiplier << " shifted by " << shift;
  }
  EXPECT_EQ(requantize(kHighest, kHighest, -2), 1 << 29);
  EXPECT_LT(requantizeFast(kHighest, kHighest, -2), 0) << "a half that is added to the largest number wraps";
  EXPECT_EQ(requantizeFast(-1, kHalf, 0), requantize(-1, kHalf, 0)) << "halves";
}

} // namespace
} // namespace arenascope::kernels::esp_nn

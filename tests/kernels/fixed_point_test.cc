#include "core/interpreter/kernels/fixed_point.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace arenascope::kernels {
namespace {

constexpr double kTwoTo31 = 2147483648.0;

TEST(FixedPointTest, RoundingDivideRoundsHalvesAwayFromZero) {
  EXPECT_EQ(roundingDivideByPot(5, 1), 3);
  EXPECT_EQ(roundingDivideByPot(-5, 1), -3);
  EXPECT_EQ(roundingDivideByPot(7, 2), 2);
  EXPECT_EQ(roundingDivideByPot(-7, 2), -2);
  EXPECT_EQ(roundingDivideByPot(123, 0), 123);
  EXPECT_EQ(roundingDivideByPot(std::numeric_limits<std::int32_t>::max(), 31), 1);
}

TEST(FixedPointTest, DoublingHighMulSaturatesOnlyForTheTwoLowest) {
  constexpr std::int32_t kLowest = std::numeric_limits<std::int32_t>::min();
  EXPECT_EQ(doublingHighMul(kLowest, kLowest), std::numeric_limits<std::int32_t>::max());
  EXPECT_EQ(doublingHighMul(1 << 30, 1 << 30), 1 << 29);
  EXPECT_EQ(doublingHighMul(-(1 << 30), 1 << 30), -(1 << 29));
}

// Two roundings of at most half a step each: never more than one step from the exact product.
TEST(FixedPointTest, RescalingIsWithinOneStepOfTheExactProduct) {
  std::mt19937 random(3);
  for (int i = 0; i < 20000; ++i) {
    const auto x = static_cast<std::int32_t>(random() % 2000000) - 1000000;
    const auto multiplier = static_cast<std::int32_t>((1U << 30) + random() % (1U << 30));
    const int shift = -static_cast<int>(random() % 20);
    const double exact = x * (multiplier / kTwoTo31) * std::exp2(shift);
    EXPECT_NEAR(multiplyByQuantizedMultiplier(x, multiplier, shift), exact, 1.0);
  }
}

TEST(FixedPointTest, ExponentialIsNearTheRealOne) {
  for (double x = -31.9; x <= 0.0; x += 0.037) {
    const auto fixed = static_cast<std::int32_t>(x * std::exp2(26));
    EXPECT_NEAR(expOnNegativeQ5(fixed) / kTwoTo31, std::exp(x), 1e-6) << x;
  }
  EXPECT_EQ(expOnNegativeQ5(0), std::numeric_limits<std::int32_t>::max());
}

TEST(FixedPointTest, LogisticIsNearTheRealOneAndSymmetric) {
  for (double x = -15.9; x < 15.9; x += 0.041) {
    const auto fixed = static_cast<std::int32_t>(x * std::exp2(27));
    EXPECT_NEAR(logisticQ4(fixed) / kTwoTo31, 1.0 / (1.0 + std::exp(-x)), 1e-6) << x;
    EXPECT_EQ(logisticQ4(fixed), std::numeric_limits<std::int32_t>::max() - logisticQ4(-fixed)) << x;
  }
  EXPECT_EQ(logisticQ4(0), 1 << 30);
}

// x = 5 in Q12.19; 5 = 1.25 · 2^2, so the answer is 1/1.25 = 0.8 and two bits over the unit.
TEST(FixedPointTest, ReciprocalSplitsOffTheExponent) {
  int bits = 0;
  const std::int32_t inverse = reciprocal(5 << 19, 12, &bits);
  EXPECT_EQ(bits, 2);
  EXPECT_NEAR(inverse / kTwoTo31, 0.8, 1e-6);
}

} // namespace
} // namespace arenascope::kernels

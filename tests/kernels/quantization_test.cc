#include "core/interpreter/kernels/quantization.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace arenascope::kernels {
namespace {

TEST(QuantizationTest, MultiplierAndShiftGiveTheRealNumberBack) {
  for (const double real : {1.0, 0.5, 0.75, 3.2, 1e-4, 0.0003921, 123.456}) {
    const QuantizedMultiplier result = quantizeMultiplier(real);
    EXPECT_GE(result.multiplier, 1 << 30);
    EXPECT_NEAR(result.multiplier * std::exp2(result.shift - 31), real, real * 1e-9);
  }
}

// The same in floating point, as the definition has it.
TEST(QuantizationTest, BitsAndArithmeticAgree) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 200'000; ++i) {
    const double fraction = 0.5 + 0.5 * static_cast<double>(random() >> 11) * std::exp2(-53);
    const double real = std::ldexp(fraction, static_cast<int>(random() % 80) - 50);
    int shift = 0;
    auto fixed = std::llround(std::frexp(real, &shift) * std::exp2(31));
    if (fixed == std::int64_t{1} << 31) fixed /= 2, ++shift;
    const QuantizedMultiplier result = quantizeMultiplier(real);
    ASSERT_EQ(result.multiplier, shift < -31 ? 0 : fixed) << real;
    ASSERT_EQ(result.shift, shift < -31 ? 0 : shift) << real;
  }
  // A half is rounded up.
  EXPECT_EQ(quantizeMultiplier(0.5 + std::exp2(-32)).multiplier, (1 << 30) + 1);
}

// Of a filter. -2^31 is a number of 32 bits: the shift stays.
TEST(QuantizationTest, NegativeNumbersAreRoundedByTheirMagnitude) {
  for (const double real : {0.5, 0.75, 3.2, 1e-4, 0.5 + std::exp2(-32)}) {
    EXPECT_EQ(quantizeMultiplier(-real).multiplier, -quantizeMultiplier(real).multiplier) << real;
    EXPECT_EQ(quantizeMultiplier(-real).shift, quantizeMultiplier(real).shift) << real;
  }
  const QuantizedMultiplier nearlyOne = quantizeMultiplier(-1.0 + std::exp2(-40));
  EXPECT_EQ(nearlyOne.multiplier, std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(nearlyOne.shift, 0);
  EXPECT_EQ(quantizeMultiplier(-std::exp2(-40)).multiplier, 0);
}

TEST(QuantizationTest, ZeroAndVerySmallBecomeZero) {
  EXPECT_EQ(quantizeMultiplier(0.0).multiplier, 0);
  EXPECT_EQ(quantizeMultiplier(-0.0).multiplier, 0);
  EXPECT_EQ(quantizeMultiplier(-0.0).shift, 0);
  EXPECT_EQ(quantizeMultiplier(std::exp2(-40)).multiplier, 0);
}

// The fraction rounds up to a whole: the multiplier must stay below 2^31.
TEST(QuantizationTest, FractionThatRoundsToOneMovesTheShift) {
  const QuantizedMultiplier result = quantizeMultiplier(1.0 - std::exp2(-40));
  EXPECT_EQ(result.multiplier, 1 << 30);
  EXPECT_EQ(result.shift, 1);
}

// 31 · 2^26 / 2^23 = 248.
TEST(QuantizationTest, InputRadius) { EXPECT_EQ(inputRadius(5, 23), 248); }

TEST(QuantizationTest, NearestLog2KnowsPowersOfTwo) {
  int log2 = 0;
  EXPECT_TRUE(nearestLog2(1.0F / 32768.0F, &log2));
  EXPECT_EQ(log2, -15);
  EXPECT_FALSE(nearestLog2(0.7F, &log2));
}

TEST(QuantizationTest, FloatActivationRanges) {
  EXPECT_EQ(activationRange(runtime::kActRelu6).max, 6.0F);
  EXPECT_EQ(activationRange(runtime::kActReluN1To1).min, -1.0F);
  EXPECT_EQ(activationRange(runtime::kActRelu).min, 0.0F);
  EXPECT_LT(activationRange(runtime::kActNone).min, -1e38F);
}

} // namespace
} // namespace arenascope::kernels

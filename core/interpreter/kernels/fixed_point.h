// Fixed-point arithmetic with the rounding of TensorFlow Lite's quantized kernels, exact to the bit. Qm.n below: a
// signed 32-bit number with m integer bits and n = 31 - m fractional bits.
#pragma once

#include <cstdint>
#include <limits>

#include "core/interpreter/kernels/innermost.h"

namespace arenascope::kernels {

// x / 2^exponent for exponents 0 to 31, rounded to nearest, halves away from zero.
ARENASCOPE_FORCED_INLINE constexpr std::int32_t roundingDivideByPot(std::int32_t x, int exponent) {
  const auto mask = static_cast<std::int32_t>((std::uint32_t{1} << exponent) - 1);
  const std::int32_t threshold = (mask >> 1) + (x < 0 ? 1 : 0);
  return (x >> exponent) + ((x & mask) > threshold ? 1 : 0);
}

// The high half of 2·a·b, rounded to nearest; the one product that does not fit saturates.
ARENASCOPE_FORCED_INLINE constexpr std::int32_t doublingHighMul(std::int32_t a, std::int32_t b) {
  constexpr std::int32_t kLowest = std::numeric_limits<std::int32_t>::min();
  constexpr std::int32_t kHalf = std::int32_t{1} << 30;
  const bool saturates = a == b && a == kLowest;
  const std::int64_t product = static_cast<std::int64_t>(a) * b;
  const std::int32_t nudge = __builtin_expect_with_probability(product >= 0, 1, 0.9) ? kHalf : 1 - kHalf;
  const auto high = static_cast<std::int32_t>((product + nudge) / (std::int64_t{1} << 31));
  return saturates ? std::numeric_limits<std::int32_t>::max() : high;
}

// x · multiplier · 2^(shift - 31), rounded twice, as TensorFlow Lite's default build does. x · 2^shift wraps.
std::int32_t multiplyByQuantizedMultiplier(std::int32_t x, std::int32_t multiplier, int shift);
// The same for shifts of 0 or less, which is faster: for single elements.
constexpr std::int32_t multiplyByFraction(std::int32_t x, std::int32_t multiplier, int shift) {
  return roundingDivideByPot(doublingHighMul(x, multiplier), -shift);
}
// multiplyByQuantizedMultiplier() for 48-bit accumulators of 16-bit kernels: the multiplier is truncated to 16 bits,
// rounded once.
std::int32_t multiplyByQuantizedMultiplier(std::int64_t x, std::int32_t multiplier, int shift);

// Saturate on overflow.
std::int32_t saturatingAdd(std::int32_t a, std::int32_t b);
// x · 2^exponent, exponent 0 to 30.
std::int32_t saturatingShiftLeft(std::int32_t x, int exponent);

// e^(x) for x <= 0 in Q5.26 (softmax), result in Q0.31.
std::int32_t expOnNegativeQ5(std::int32_t x);
// 1 / (1 + e^-x), x in Q4.27, result in Q0.31.
std::int32_t logisticQ4(std::int32_t x);

// tanh(x), x in Q4.27, result in Q0.31.
std::int32_t tanhQ4(std::int32_t x);
// The natural logarithm of x >= 1 in Q12.19, result in Q5.26.
std::int32_t logQ12(std::int32_t x);
// 1 / sqrt(x) for x >= 0: multiplier and shift for multiplyByQuantizedMultiplier().
std::int32_t inverseSquareRoot(std::int32_t x, int* shift);

// 1/x for x > 0 with `integerBits` integer bits, as a Q0.31 number in (1/2, 1] and how many bits above 1.0 x has.
std::int32_t reciprocal(std::int32_t x, int integerBits, int* bitsOverUnit);

// Leading zero bits; 32 for 0.
constexpr int countLeadingZeros(std::uint32_t x) { return x == 0 ? 32 : __builtin_clz(x); }

} // namespace arenascope::kernels

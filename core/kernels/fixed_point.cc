#include "core/kernels/fixed_point.h"

namespace arenascope::kernels {

namespace {

constexpr std::int32_t kOneQ0 = std::numeric_limits<std::int32_t>::max();
constexpr double kTwoTo31 = 2147483648.0;

// A real number in [0, 1) as the nearest Q0.31 number.
constexpr std::int32_t toQ0(double value) { return static_cast<std::int32_t>((2 * value * kTwoTo31 + 1) / 2); }

// Wrapping 32-bit sums and differences: the real kernels rely on them.
constexpr std::int32_t add(std::int32_t a, std::int32_t b) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}
constexpr std::int32_t subtract(std::int32_t a, std::int32_t b) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) - static_cast<std::uint32_t>(b));
}

constexpr std::int32_t saturatingShiftLeft(std::int32_t x, int exponent) {
  const auto limit = static_cast<std::int32_t>((std::int64_t{1} << (31 - exponent)) - 1);
  if (x > limit) return std::numeric_limits<std::int32_t>::max();
  if (x < -limit) return std::numeric_limits<std::int32_t>::min();
  return x * (std::int32_t{1} << exponent);
}

// e^x for x in [-1/4, 0), both in Q0.31: the Taylor polynomial of degree 4 around -1/8.
std::int32_t expNearZero(std::int32_t x) {
  constexpr std::int32_t kExpOfMinusEighth = toQ0(__builtin_exp(-0.125));
  constexpr std::int32_t kThird = toQ0(1.0 / 3.0);
  const std::int32_t d = add(x, std::int32_t{1} << 28);
  const std::int32_t d2 = doublingHighMul(d, d);
  const std::int32_t d3 = doublingHighMul(d2, d);
  const std::int32_t d4 = doublingHighMul(d2, d2);
  const std::int32_t cubic = doublingHighMul(add(roundingDivideByPot(d4, 2), d3), kThird);
  const std::int32_t higher = roundingDivideByPot(add(cubic, d2), 1);
  return add(kExpOfMinusEighth, doublingHighMul(kExpOfMinusEighth, add(d, higher)));
}

// e^x for x <= 0 in Q<integerBits>: the part below a quarter from the polynomial, each binary digit above it by a
// factor e^-(2^k).
template <int kIntegerBits>
std::int32_t expOnNegative(std::int32_t x) {
  constexpr int kFractionBits = 31 - kIntegerBits;
  constexpr std::int32_t kQuarter = std::int32_t{1} << (kFractionBits - 2);
  constexpr double kPowers[] = {0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0};
  constexpr std::int32_t kFactors[] = {toQ0(__builtin_exp(-kPowers[0])), toQ0(__builtin_exp(-kPowers[1])),
                                       toQ0(__builtin_exp(-kPowers[2])), toQ0(__builtin_exp(-kPowers[3])),
                                       toQ0(__builtin_exp(-kPowers[4])), toQ0(__builtin_exp(-kPowers[5])),
                                       toQ0(__builtin_exp(-kPowers[6]))};
  if (x == 0) return kOneQ0;
  const std::int32_t low = (x & (kQuarter - 1)) - kQuarter;
  std::int32_t result = expNearZero(saturatingShiftLeft(low, kIntegerBits));
  const std::int32_t rest = subtract(low, x);
  for (int k = 0; k < 2 + kIntegerBits; ++k)
    if ((rest & (std::int32_t{1} << (kFractionBits - 2 + k))) != 0) result = doublingHighMul(result, kFactors[k]);
  return result;
}

// 1 / (1 + x) for x in [0, 1], both in Q0.31: three Newton steps on half the denominator, from 48/17 - 32/17 · d.
std::int32_t oneOverOnePlus(std::int32_t x) {
  constexpr std::int32_t k48Over17 = 1515870810;       // Q2.29
  constexpr std::int32_t kMinus32Over17 = -1010580540; // Q2.29
  const std::int64_t sum = static_cast<std::int64_t>(x) + kOneQ0;
  const auto half = static_cast<std::int32_t>((sum + (sum >= 0 ? 1 : -1)) / 2);
  std::int32_t estimate = add(k48Over17, doublingHighMul(half, kMinus32Over17));
  for (int i = 0; i < 3; ++i) {
    const std::int32_t error = subtract(std::int32_t{1} << 29, doublingHighMul(half, estimate));
    estimate = add(estimate, saturatingShiftLeft(doublingHighMul(estimate, error), 2));
  }
  return saturatingShiftLeft(estimate, 1);
}

} // namespace

std::int32_t multiplyByQuantizedMultiplier(std::int32_t x, std::int32_t multiplier, int shift) {
  const int left = shift > 0 ? shift : 0;
  const int right = shift > 0 ? 0 : -shift;
  const auto shifted = static_cast<std::int32_t>(static_cast<std::uint32_t>(x) << left);
  return roundingDivideByPot(doublingHighMul(shifted, multiplier), right);
}

std::int32_t multiplyByQuantizedMultiplier(std::int64_t x, std::int32_t multiplier, int shift) {
  const std::int64_t reduced = multiplier < 0x7FFF0000 ? (multiplier + (1 << 15)) >> 16 : 0x7FFF;
  const int totalShift = 15 - shift;
  if (totalShift <= 0) return static_cast<std::int32_t>((x * reduced) << -totalShift);
  return static_cast<std::int32_t>((x * reduced + (std::int64_t{1} << (totalShift - 1))) >> totalShift);
}

std::int32_t expOnNegativeQ5(std::int32_t x) { return expOnNegative<5>(x); }

std::int32_t logisticQ4(std::int32_t x) {
  if (x == 0) return std::int32_t{1} << 30;
  const std::int32_t ofMagnitude = oneOverOnePlus(expOnNegative<4>(x > 0 ? -x : x));
  return x > 0 ? ofMagnitude : kOneQ0 - ofMagnitude;
}

std::int32_t reciprocal(std::int32_t x, int integerBits, int* bitsOverUnit) {
  const int headroom = countLeadingZeros(static_cast<std::uint32_t>(x));
  *bitsOverUnit = integerBits - headroom;
  const std::uint32_t normalized = static_cast<std::uint32_t>(x) << headroom;
  return oneOverOnePlus(static_cast<std::int32_t>(normalized - (std::uint32_t{1} << 31)));
}

} // namespace arenascope::kernels

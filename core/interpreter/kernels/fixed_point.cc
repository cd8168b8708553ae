#include "core/interpreter/kernels/fixed_point.h"

#include <utility>

#include "core/interpreter/kernels/folded.h"

namespace arenascope::kernels {

namespace {

constexpr std::int32_t kOneQ0 = std::numeric_limits<std::int32_t>::max();
constexpr std::int32_t kOneQ2 = std::int32_t{1} << 29;
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

// e^x for x in [-1/4, 0), both in Q0.31: the Taylor polynomial of degree 4 around -1/8.
std::int32_t expNearZero(std::int32_t x) {
  ARENASCOPE_FOLDED std::int32_t kExpOfMinusEighth = toQ0(__builtin_exp(-0.125));
  constexpr std::int32_t kThird = toQ0(1.0 / 3.0);
  const std::int32_t d = add(x, std::int32_t{1} << 28);
  const std::int32_t d2 = doublingHighMul(d, d);
  const std::int32_t d3 = doublingHighMul(d2, d);
  const std::int32_t d4 = doublingHighMul(d2, d2);
  const std::int32_t cubic = doublingHighMul(add(roundingDivideByPot(d4, 2), d3), kThird);
  const std::int32_t higher = roundingDivideByPot(add(cubic, d2), 1);
  return add(kExpOfMinusEighth, doublingHighMul(kExpOfMinusEighth, add(d, higher)));
}

// a where the bit of `bits` is set, otherwise b; without a branch, so that time does not depend on values.
ARENASCOPE_FORCED_INLINE constexpr std::int32_t selectByBit(std::int32_t bits, int bit, std::int32_t a,
                                                            std::int32_t b) {
  const auto mask = static_cast<std::int32_t>(0U - ((static_cast<std::uint32_t>(bits) >> bit) & 1U));
  return (a & mask) | (b & ~mask);
}

// e^-(2^(k - 2)).
template <int k>
inline std::int32_t expFactor() {
  ARENASCOPE_FOLDED std::int32_t kFactor = toQ0(__builtin_exp(-0.25 * (1 << k)));
  return kFactor;
}

// e^x for x <= 0 in Q<integerBits>: the part below a quarter from the polynomial, each binary digit above it by a
// factor e^-(2^k).
template <int kIntegerBits>
std::int32_t expOnNegative(std::int32_t x) {
  constexpr int kFractionBits = 31 - kIntegerBits;
  constexpr std::int32_t kQuarter = std::int32_t{1} << (kFractionBits - 2);
  const std::int32_t low = (x & (kQuarter - 1)) - kQuarter;
  std::int32_t result = expNearZero(saturatingShiftLeft(low, kIntegerBits));
  const std::int32_t rest = subtract(low, x);
  const auto timesFactor = [&]<int k>(std::integral_constant<int, k>) {
    result = selectByBit(rest, kFractionBits - 2 + k, doublingHighMul(result, expFactor<k>()), result);
  };
  [&]<int... k>(std::integer_sequence<int, k...>) { (timesFactor(std::integral_constant<int, k>()), ...); }
  (std::make_integer_sequence<int, 2 + kIntegerBits>());
  return x == 0 ? kOneQ0 : result;
}

// (a + b) / 2, halves away from zero.
std::int32_t halfSum(std::int32_t a, std::int32_t b) {
  const std::int64_t sum = static_cast<std::int64_t>(a) + b;
  return static_cast<std::int32_t>((sum + (sum >= 0 ? 1 : -1)) / 2);
}

// 2 / (1 + x) in Q2.29 for x in [0, 1] in Q0.31: three Newton steps on half the denominator, from 48/17 - 32/17 · d.
std::int32_t twoOverOnePlus(std::int32_t x) {
  constexpr std::int32_t k48Over17 = 1515870810;       // Q2.29
  constexpr std::int32_t kMinus32Over17 = -1010580540; // Q2.29
  const std::int32_t half = halfSum(x, kOneQ0);
  std::int32_t estimate = add(k48Over17, doublingHighMul(half, kMinus32Over17));
  for (int i = 0; i < 3; ++i) {
    const std::int32_t error = subtract(kOneQ2, doublingHighMul(half, estimate));
    estimate = add(estimate, saturatingShiftLeft(doublingHighMul(estimate, error), 2));
  }
  return estimate;
}

// 1 / (1 + x) for x in [0, 1], both in Q0.31.
std::int32_t oneOverOnePlus(std::int32_t x) { return saturatingShiftLeft(twoOverOnePlus(x), 1); }

} // namespace

std::int32_t saturatingAdd(std::int32_t a, std::int32_t b) {
  const std::int64_t sum = static_cast<std::int64_t>(a) + b;
  if (sum > std::numeric_limits<std::int32_t>::max()) return std::numeric_limits<std::int32_t>::max();
  if (sum < std::numeric_limits<std::int32_t>::min()) return std::numeric_limits<std::int32_t>::min();
  return static_cast<std::int32_t>(sum);
}

std::int32_t saturatingShiftLeft(std::int32_t x, int exponent) {
  const auto limit = static_cast<std::int32_t>((std::int64_t{1} << (31 - exponent)) - 1);
  if (x > limit) return std::numeric_limits<std::int32_t>::max();
  if (x < -limit) return std::numeric_limits<std::int32_t>::min();
  return x * (std::int32_t{1} << exponent);
}

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

// tanh of the magnitude m is (1 - e^-2m) / (1 + e^-2m); doubling m is reading its bits as Q5.
std::int32_t tanhQ4(std::int32_t x) {
  if (x == 0) return 0;
  const std::int32_t exponential = expOnNegative<5>(x > 0 ? -x : x);
  const std::int32_t magnitude = saturatingShiftLeft(subtract(twoOverOnePlus(exponential), kOneQ2), 2);
  return x > 0 ? magnitude : -magnitude;
}

// x = r · 2^k with r near 1 (between 1/sqrt(sqrt 2) and its inverse, doubled at most): k · log 2 plus the logarithm of
// r, a quotient of polynomials around r = sqrt(sqrt(1/2)). Of two ways of splitting x, the one with the smaller r is
// used. Exponents in quarters keep both comparable. Exponents and the result's terms are Q6.25.
std::int32_t logQ12(std::int32_t x) {
  constexpr int kInputBits = 12;
  constexpr int kAccumulatorBits = 6;
  constexpr std::int32_t kLog2 = 1488522236; // all Q0.31
  constexpr std::int32_t kSqrtSqrtHalf = 1805811301;
  constexpr std::int32_t kSqrtHalf = 1518500250;
  constexpr std::int32_t kNumerator = 117049297;       // 11/240 · sqrt(sqrt 2)
  constexpr std::int32_t kDenominator = 127690142;     // 1/20 · sqrt(sqrt 2)
  constexpr std::int32_t kDenominatorOne = 1057819769; // 2 / sqrt(sqrt 2) - sqrt(sqrt 2)
  constexpr std::int32_t kDenominatorQ = 638450708;    // 1/4 · sqrt(sqrt 2)
  constexpr std::int32_t kQuarter = std::int32_t{1} << (31 - kAccumulatorBits - 2);
  const auto exponent = [](int headroom) { return saturatingShiftLeft(kInputBits - headroom, 31 - kAccumulatorBits); };

  const int headroomA = countLeadingZeros(static_cast<std::uint32_t>(x));
  const std::int32_t normalized = saturatingShiftLeft(x, headroomA - 1);
  const std::int32_t ratioA = saturatingShiftLeft(doublingHighMul(normalized, kSqrtHalf), 1);
  const std::int32_t exponentA = saturatingAdd(exponent(headroomA), kQuarter);
  const int headroomB = countLeadingZeros(static_cast<std::uint32_t>(doublingHighMul(x, kSqrtHalf))) - 1;
  const std::int32_t ratioB = saturatingShiftLeft(x, headroomB);
  const std::int32_t exponentB = saturatingAdd(exponent(headroomB), -kQuarter);
  const std::int32_t ratio = ratioA < ratioB ? ratioA : ratioB;
  const std::int32_t power = exponentA > exponentB ? exponentA : exponentB;

  const std::int32_t p = halfSum(ratio, kSqrtSqrtHalf);
  const std::int32_t difference = subtract(ratio, kSqrtSqrtHalf);
  const std::int32_t q = add(difference, difference);
  const std::int32_t square = doublingHighMul(q, q);
  const std::int32_t numerator =
      add(doublingHighMul(q, ratio), doublingHighMul(doublingHighMul(q, square), kNumerator));
  const std::int32_t polynomial = add(add(kDenominatorOne, q), doublingHighMul(kDenominator, square));
  const std::int32_t denominatorMinusOne = add(doublingHighMul(p, polynomial), doublingHighMul(kDenominatorQ, q));
  const std::int32_t quotient =
      doublingHighMul(roundingDivideByPot(numerator, kAccumulatorBits), oneOverOnePlus(denominatorMinusOne));
  return saturatingShiftLeft(add(doublingHighMul(power, kLog2), quotient), 1);
}

// x is brought to [2^27, 2^29) by an even shift; five Newton steps, x ← 3/2 · x - 1/2 · input · x³ in Q3.28, from 1.
std::int32_t inverseSquareRoot(std::int32_t x, int* shift) {
  constexpr std::int32_t kSqrtHalf = 1518500250; // Q0.31
  constexpr std::int32_t kOneAndHalf = (1 << 28) + (1 << 27);
  *shift = 0;
  if (x <= 1) return std::numeric_limits<std::int32_t>::max();
  int right = 11;
  while (x >= (1 << 29)) {
    x /= 4;
    ++right;
  }
  const int pairs = (countLeadingZeros(static_cast<std::uint32_t>(x)) - 1) / 2 - 1;
  right -= pairs;
  x <<= 2 * pairs;
  const std::int32_t half = roundingDivideByPot(x >> 1, 1);
  std::int32_t root = 1 << 28;
  for (int i = 0; i < 5; ++i) {
    // A product of three Q3 numbers is Q9, of two Q6: each is brought back to Q3.
    const std::int32_t cube = saturatingShiftLeft(doublingHighMul(doublingHighMul(root, root), root), 6);
    root = saturatingShiftLeft(subtract(doublingHighMul(kOneAndHalf, root), doublingHighMul(half, cube)), 3);
  }
  root = doublingHighMul(root, kSqrtHalf);
  if (right < 0) {
    root = static_cast<std::int32_t>(static_cast<std::uint32_t>(root) << -right);
    right = 0;
  }
  *shift = -right;
  return root;
}

std::int32_t reciprocal(std::int32_t x, int integerBits, int* bitsOverUnit) {
  const int headroom = countLeadingZeros(static_cast<std::uint32_t>(x));
  *bitsOverUnit = integerBits - headroom;
  const std::uint32_t normalized = headroom > 31 ? 0 : static_cast<std::uint32_t>(x) << headroom;
  return oneOverOnePlus(static_cast<std::int32_t>(normalized - (std::uint32_t{1} << 31)));
}

} // namespace arenascope::kernels

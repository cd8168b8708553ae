// From sums to stored values: equal to fixed_point.h, but faster, for non-negative multipliers.
#pragma once

#include <cstdint>

#include "core/interpreter/kernels/fixed_point.h"
#include "core/interpreter/kernels/innermost.h"
#include "core/interpreter/kernels/quantization.h"
#include "core/interpreter/kernels/tensor_access.h"

namespace arenascope::kernels::cmsis_nn {

// roundingDivideByPot(), in a form that compiles to few instructions: the remainder is computed first if there are
// enough registers.
ARENASCOPE_FORCED_INLINE inline std::int32_t divideByPot(std::int32_t x, int exponent) {
  const auto mask = static_cast<std::int32_t>((std::uint32_t{1} << exponent) - 1);
  std::int32_t threshold = mask >> 1;
  if constexpr (!kFewRegisters) {
    const std::int32_t rest = x & mask;
    x >>= exponent;
    if (x < 0) ++threshold;
    return rest > threshold ? x + 1 : x;
  } else {
    std::int32_t quotient = x >> exponent;
    if (quotient < 0) ++threshold;
    if ((x & mask) > threshold) ++quotient;
    return quotient;
  }
}

// x · multiplier · 2^(shift - 31), rounded twice, as multiplyByQuantizedMultiplier().
ARENASCOPE_FORCED_INLINE inline std::int32_t requantize(std::int32_t x, std::int32_t multiplier, int shift) {
  const auto shifted = static_cast<std::int32_t>(static_cast<std::uint32_t>(x) << (shift > 0 ? shift : 0));
  const std::int64_t product = static_cast<std::int64_t>(shifted) * multiplier + (std::int64_t{1} << 30);
  return divideByPot(static_cast<std::int32_t>(product >> 31), shift > 0 ? 0 : -shift);
}

// For 64-bit sums, as multiplyByQuantizedMultiplier(): the multiplier is truncated to 16 bits. Results of 2^30 and more
// wrap, as in the real kernels; all 16-bit results are equal.
inline std::int32_t requantizeWide(std::int64_t x, std::int32_t multiplier, int shift) {
  constexpr int kUnit = 14; // fractional bits of the cut multiplier, but for the one that is rounded away
  if (shift > kUnit) return multiplyByQuantizedMultiplier(x, multiplier, shift);
  const std::int32_t cut = multiplier < 0x7FFF0000 ? (multiplier + (1 << 15)) >> 16 : 0x7FFF;
  return (static_cast<std::int32_t>((x * cut) >> (kUnit - shift)) + 1) >> 1;
}

// Output of a layer: multipliers by channel, and the output's range.
struct OutputStage {
  const std::int32_t* multipliers;
  const std::int32_t* shifts;
  std::int32_t zeroPoint;
  std::int32_t min;
  std::int32_t max;

  // Of what requantize() answers.
  ARENASCOPE_FORCED_INLINE std::int8_t inRange(std::int32_t value) const {
    return static_cast<std::int8_t>(clamp<std::int32_t>(value + zeroPoint, min, max));
  }
  ARENASCOPE_FORCED_INLINE std::int8_t store(std::int32_t sum, std::int32_t multiplier, std::int32_t shift) const {
    return inRange(requantize(sum, multiplier, static_cast<int>(shift)));
  }
  // Moves on by this many channels.
  void advance(int channels) {
    multipliers += channels;
    shifts += channels;
  }
  std::int8_t store(std::int32_t sum, int channel) const { return store(sum, multipliers[channel], shifts[channel]); }
};

} // namespace arenascope::kernels::cmsis_nn

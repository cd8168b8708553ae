// Rounding of esp-nn's portable kernels.
#pragma once

#include <cstdint>
#include <limits>

#include "core/interpreter/kernels/fixed_point.h"

namespace arenascope::kernels::esp_nn {

// doublingHighMul(), with the sign check at the library's place.
[[gnu::always_inline]] inline std::int32_t highProduct(std::int32_t a, std::int32_t b) {
  constexpr std::int32_t kHalf = std::int32_t{1} << 30;
  const bool saturates = a == b && a == std::numeric_limits<std::int32_t>::min();
  const std::int64_t product = static_cast<std::int64_t>(a) * b + ((a ^ b) < 0 ? 1 - kHalf : kHalf);
  const auto towardsZero = static_cast<std::int32_t>(product >> 63) & std::numeric_limits<std::int32_t>::max();
  const auto high = static_cast<std::int32_t>((product + towardsZero) >> 31);
  return saturates ? std::numeric_limits<std::int32_t>::max() : high;
}

// multiplyByQuantizedMultiplier(), inline.
[[gnu::always_inline]] inline std::int32_t requantize(std::int32_t x, std::int32_t multiplier, int shift) {
  const int left = shift > 0 ? shift : 0;
  const auto shifted = static_cast<std::int32_t>(static_cast<std::uint32_t>(x) << left);
  return roundingDivideByPot(highProduct(shifted, multiplier), left - shift);
}

// Rounding of convolutions until 1.2.1, with fewer instructions: the same, except that overflow wraps.
[[gnu::always_inline]] inline std::int32_t requantizeFast(std::int32_t x, std::int32_t multiplier, int shift) {
  const int left = shift > 0 ? shift : 0;
  const int right = left - shift;
  const auto shifted = static_cast<std::int32_t>(static_cast<std::uint32_t>(x) << left);
  const auto high = static_cast<std::int32_t>((static_cast<std::int64_t>(shifted) * multiplier + (1 << 30)) >> 31);
  if (right == 0) return high;
  const std::uint32_t half = (std::uint32_t{1} << (right - 1)) - (high < 0 ? 1 : 0);
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(high) + half) >> right;
}

} // namespace arenascope::kernels::esp_nn

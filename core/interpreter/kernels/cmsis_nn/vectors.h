// Arithmetic on four 32-bit lanes and whole vectors of bytes, for processors with Arm's M-profile vector extension
// (MVE, Helium) only.
#pragma once

#if defined(__ARM_FEATURE_MVE)

#include <arm_mve.h>

#include <cstdint>

#include "core/interpreter/kernels/cmsis_nn/requantize.h"

namespace arenascope::kernels::cmsis_nn {

inline constexpr int kLanes = 4;        // 32-bit numbers in a vector
inline constexpr int kVectorBytes = 16; // of a vector

// Number of loop iterations with `step` elements each, the last one possibly partial.
constexpr int stepsFor(int elements, int step) { return (elements + step - 1) / step; }

// divideByPot() and requantize() of requantize.h, lane by lane. right: 0, or the negated exponent.
[[gnu::always_inline]] inline int32x4_t divideByPot(int32x4_t x, int32x4_t right) {
  // Negative numbers are decremented before halves are rounded up, unless the shift is 0.
  const int32x4_t less = vshrq_n_s32(vandq_s32(x, right), 31);
  return vrshlq_s32(vqaddq_s32(x, less), right);
}
[[gnu::always_inline]] inline int32x4_t requantize(int32x4_t x, std::int32_t multiplier, std::int32_t shift) {
  const int32x4_t scaled = vqrdmulhq_n_s32(vshlq_s32(x, vdupq_n_s32(shift > 0 ? shift : 0)), multiplier);
  return divideByPot(scaled, vdupq_n_s32(shift > 0 ? 0 : shift));
}
[[gnu::always_inline]] inline int32x4_t requantize(int32x4_t x, int32x4_t multipliers, int32x4_t shifts) {
  const int32x4_t none = vdupq_n_s32(0);
  const int32x4_t scaled = vqrdmulhq_s32(vshlq_s32(x, vmaxq_s32(shifts, none)), multipliers);
  return divideByPot(scaled, vminq_s32(shifts, none));
}

[[gnu::always_inline]] inline int32x4_t limited(int32x4_t x, std::int32_t min, std::int32_t max) {
  return vminq_s32(vmaxq_s32(x, vdupq_n_s32(min)), vdupq_n_s32(max));
}
// OutputStage::inRange().
[[gnu::always_inline]] inline int32x4_t inRange(const OutputStage& stage, int32x4_t x) {
  return limited(vaddq_n_s32(x, stage.zeroPoint), stage.min, stage.max);
}

// memcpy() and memset(), by loops with a predicated last iteration.
[[gnu::always_inline]] inline void copyBytes(std::int8_t* to, const std::int8_t* from, int bytes) {
  asm volatile("wlstp.8 lr, %[bytes], 1f\n"
               "0: vldrb.u8 q0, [%[from]], #16\n"
               "vstrb.u8 q0, [%[to]], #16\n"
               "letp lr, 0b\n"
               "1:\n"
               : [to] "+r"(to), [from] "+r"(from)
               : [bytes] "r"(bytes)
               : "q0", "lr", "memory");
}
[[gnu::always_inline]] inline void fillBytes(std::int8_t* to, std::int8_t value, int bytes) {
  asm volatile("vdup.8 q0, %[value]\n"
               "wlstp.8 lr, %[bytes], 1f\n"
               "0: vstrb.u8 q0, [%[to]], #16\n"
               "letp lr, 0b\n"
               "1:\n"
               : [to] "+r"(to)
               : [value] "r"(value), [bytes] "r"(bytes)
               : "q0", "lr", "memory");
}

} // namespace arenascope::kernels::cmsis_nn

#endif

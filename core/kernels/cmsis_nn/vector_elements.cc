// Element by element and pixel by pixel: ADD, MUL, MAXIMUM, MINIMUM and pools of 8-bit values with vectors.
#include "core/kernels/cmsis_nn/vector_kernels.h"
#include "core/kernels/cmsis_nn/vectors.h"

#if defined(__ARM_FEATURE_MVE)

namespace arenascope::kernels::cmsis_nn::vectors {

namespace {

// combine(a, b) of four elements as 32-bit numbers.
template <typename Combine>
[[gnu::always_inline]] inline void byFours(const std::int8_t* a, const std::int8_t* b, int elements,
                                           std::int8_t* output, Combine combine) {
  for (; elements > 0; elements -= kLanes, a += kLanes, b += kLanes, output += kLanes) {
    const mve_pred16_t there = vctp32q(static_cast<std::uint32_t>(elements));
    vstrbq_p_s32(output, combine(vldrbq_z_s32(a, there), vldrbq_z_s32(b, there)), there);
  }
}

// The same of sixteen as they are.
template <typename Combine>
[[gnu::always_inline]] inline void bySixteens(const std::int8_t* a, const std::int8_t* b, int elements,
                                              std::int8_t* output, Combine combine) {
  for (int steps = stepsFor(elements, kVectorBytes); steps > 0; --steps) {
    const mve_pred16_t there = vctp8q(static_cast<std::uint32_t>(elements));
    vstrbq_p_s8(output, combine(vldrbq_z_s8(a, there), vldrbq_z_s8(b, there), there), there);
    a += kVectorBytes;
    b += kVectorBytes;
    output += kVectorBytes;
    elements -= kVectorBytes;
  }
}

[[gnu::always_inline]] inline int32x4_t fraction(int32x4_t x, const QuantizedMultiplier& by) {
  return requantize(x, by.multiplier, by.shift);
}

// To nearest, halves away from zero, and into the range.
[[gnu::always_inline]] inline int32x4_t means(int32x4_t sums, std::int32_t count, const IntRange& range) {
  const std::int32_t half = count / 2;
  const mve_pred16_t positive = vcmpgtq_n_s32(sums, 0);
  sums = vaddq_m_n_s32(sums, sums, half, positive);
  sums = vsubq_m_n_s32(sums, sums, half, static_cast<mve_pred16_t>(~positive));
  for (int lane = 0; lane < kLanes; ++lane) sums[lane] = sums[lane] / count;
  return limited(sums, range.min, range.max);
}

} // namespace

void add(const ScaledPair& pair, const std::int8_t* a, const std::int8_t* b, int elements, std::int8_t* output) {
  byFours(a, b, elements, output, [pair](int32x4_t first, int32x4_t second) {
    first = fraction(vshlq_r_s32(vaddq_n_s32(first, pair.offset1), pair.leftShift), pair.input1);
    second = fraction(vshlq_r_s32(vaddq_n_s32(second, pair.offset2), pair.leftShift), pair.input2);
    const int32x4_t sum = fraction(vaddq_s32(first, second), pair.output);
    return limited(vaddq_n_s32(sum, pair.outputZeroPoint), pair.activation.min, pair.activation.max);
  });
}

void multiply(const MulData& data, const std::int8_t* a, const std::int8_t* b, int elements, std::int8_t* output) {
  byFours(a, b, elements, output, [data](int32x4_t first, int32x4_t second) {
    const int32x4_t products = vmulq_s32(vaddq_n_s32(first, -data.zeroPoint1), vaddq_n_s32(second, -data.zeroPoint2));
    const int32x4_t scaled = requantize(products, vdupq_n_s32(data.output.multiplier), vdupq_n_s32(data.output.shift));
    return limited(vaddq_n_s32(scaled, data.outputZeroPoint), data.activation.min, data.activation.max);
  });
}

void largest(const std::int8_t* a, const std::int8_t* b, int elements, std::int8_t* output) {
  bySixteens(a, b, elements, output,
             [](int8x16_t first, int8x16_t second, mve_pred16_t there) { return vmaxq_x_s8(first, second, there); });
}

void smallest(const std::int8_t* a, const std::int8_t* b, int elements, std::int8_t* output) {
  bySixteens(a, b, elements, output,
             [](int8x16_t first, int8x16_t second, mve_pred16_t there) { return vminq_x_s8(first, second, there); });
}

void averagePixel(const PoolWindow& window, const Shape4& input, const std::int8_t* values, const IntRange& range,
                  std::int8_t* output) {
  const std::int32_t count = window.count();
  for (int left = input.channels; left > 0; left -= kVectorBytes, values += kVectorBytes, output += kVectorBytes) {
    const mve_pred16_t there = vctp8q(static_cast<std::uint32_t>(left));
    // Even and odd lanes of even and odd halves.
    int32x4_t sums[4] = {vdupq_n_s32(0), vdupq_n_s32(0), vdupq_n_s32(0), vdupq_n_s32(0)};
    for (int y = window.firstY; y < window.endY; ++y)
      for (int x = window.firstX; x < window.endX; ++x) {
        const int8x16_t pixel = vldrbq_z_s8(values + (y * input.width + x) * input.channels, there);
        const int16x8_t even = vmovlbq_s8(pixel);
        const int16x8_t odd = vmovltq_s8(pixel);
        sums[0] = vaddq_s32(sums[0], vmovlbq_s16(even));
        sums[1] = vaddq_s32(sums[1], vmovltq_s16(even));
        sums[2] = vaddq_s32(sums[2], vmovlbq_s16(odd));
        sums[3] = vaddq_s32(sums[3], vmovltq_s16(odd));
      }
    for (int32x4_t& each : sums) each = means(each, count, range);
    const int16x8_t even = vmovntq_s32(vmovnbq_s32(vdupq_n_s16(0), sums[0]), sums[1]);
    const int16x8_t odd = vmovntq_s32(vmovnbq_s32(vdupq_n_s16(0), sums[2]), sums[3]);
    vstrbq_p_s8(output, vmovntq_s16(vmovnbq_s16(vdupq_n_s8(0), even), odd), there);
  }
}

void largestPixel(const PoolWindow& window, const Shape4& input, const std::int8_t* values, std::int8_t* output) {
  bool first = true;
  for (int y = window.firstY; y < window.endY; ++y)
    for (int x = window.firstX; x < window.endX; ++x) {
      const std::int8_t* pixel = values + (y * input.width + x) * input.channels;
      if (first)
        copyBytes(output, pixel, input.channels);
      else
        largest(output, pixel, input.channels, output);
      first = false;
    }
}

void limit(std::int8_t* values, int elements, const IntRange& range) {
  const int8x16_t min = vdupq_n_s8(static_cast<std::int8_t>(range.min));
  const int8x16_t max = vdupq_n_s8(static_cast<std::int8_t>(range.max));
  for (int steps = stepsFor(elements, kVectorBytes); steps > 0; --steps) {
    const mve_pred16_t there = vctp8q(static_cast<std::uint32_t>(elements));
    elements -= kVectorBytes;
    const int8x16_t raised = vmaxq_x_s8(vldrbq_z_s8(values, there), min, there);
    vstrbq_p_s8(values, vminq_x_s8(raised, max, there), there);
    values += kVectorBytes;
  }
}

} // namespace arenascope::kernels::cmsis_nn::vectors

#endif

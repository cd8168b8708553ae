// With vectors: element-wise ADD, MUL, MAXIMUM, MINIMUM, and pooling of 8-bit values.
#include "core/interpreter/kernels/cmsis_nn/vector_kernels.h"
#include "core/interpreter/kernels/cmsis_nn/vectors.h"

#if defined(__ARM_FEATURE_MVE)

namespace arenascope::kernels::cmsis_nn::vectors {

namespace {

// Four values as 32-bit numbers, and whole vectors; with a predicate for the valid lanes.
int32x4_t loadFour(const std::int8_t* values, mve_pred16_t there) { return vldrbq_z_s32(values, there); }
int32x4_t loadFour(const std::int16_t* values, mve_pred16_t there) { return vldrhq_z_s32(values, there); }
void storeFour(std::int8_t* to, int32x4_t values, mve_pred16_t there) { vstrbq_p_s32(to, values, there); }
void storeFour(std::int16_t* to, int32x4_t values, mve_pred16_t there) { vstrhq_p_s32(to, values, there); }
int8x16_t load(const std::int8_t* values, mve_pred16_t there) { return vldrbq_z_s8(values, there); }
int16x8_t load(const std::int16_t* values, mve_pred16_t there) { return vldrhq_z_s16(values, there); }
void store(std::int8_t* to, int8x16_t values, mve_pred16_t there) { vstrbq_p_s8(to, values, there); }
void store(std::int16_t* to, int16x8_t values, mve_pred16_t there) { vstrhq_p_s16(to, values, there); }
int8x16_t larger(int8x16_t a, int8x16_t b, mve_pred16_t there) { return vmaxq_x_s8(a, b, there); }
int16x8_t larger(int16x8_t a, int16x8_t b, mve_pred16_t there) { return vmaxq_x_s16(a, b, there); }
int8x16_t smaller(int8x16_t a, int8x16_t b, mve_pred16_t there) { return vminq_x_s8(a, b, there); }
int16x8_t smaller(int16x8_t a, int16x8_t b, mve_pred16_t there) { return vminq_x_s16(a, b, there); }
int8x16_t all(std::int8_t value) { return vdupq_n_s8(value); }
int16x8_t all(std::int16_t value) { return vdupq_n_s16(value); }

template <typename T>
constexpr int kInVector = kVectorBytes / static_cast<int>(sizeof(T));
// Predicate for the first lanes of a vector.
template <typename T>
[[gnu::always_inline]] inline mve_pred16_t firstOf(int elements) {
  return sizeof(T) == 1 ? vctp8q(static_cast<std::uint32_t>(elements)) : vctp16q(static_cast<std::uint32_t>(elements));
}

// combine(a, b) of four elements as 32-bit numbers.
template <typename T, typename Combine>
[[gnu::always_inline]] inline void byFours(const T* a, const T* b, int elements, T* output, Combine combine) {
  for (; elements > 0; elements -= kLanes, a += kLanes, b += kLanes, output += kLanes) {
    const mve_pred16_t there = vctp32q(static_cast<std::uint32_t>(elements));
    storeFour(output, combine(loadFour(a, there), loadFour(b, there)), there);
  }
}

// combine(a, b, there) of whole vectors as they are.
template <typename T, typename Combine>
[[gnu::always_inline]] inline void byVectors(const T* a, const T* b, int elements, T* output, Combine combine) {
  for (int steps = stepsFor(elements, kInVector<T>); steps > 0; --steps) {
    const mve_pred16_t there = firstOf<T>(elements);
    store(output, combine(load(a, there), load(b, there), there), there);
    a += kInVector<T>;
    b += kInVector<T>;
    output += kInVector<T>;
    elements -= kInVector<T>;
  }
}

[[gnu::always_inline]] inline int32x4_t fraction(int32x4_t x, const QuantizedMultiplier& by) {
  return requantize(x, by.multiplier, by.shift);
}

// Rounded to nearest, halves away from zero, and clamped to the range.
[[gnu::always_inline]] inline int32x4_t means(int32x4_t sums, std::int32_t count, const IntRange& range) {
  const std::int32_t half = count / 2;
  const mve_pred16_t positive = vcmpgtq_n_s32(sums, 0);
  sums = vaddq_m_n_s32(sums, sums, half, positive);
  sums = vsubq_m_n_s32(sums, sums, half, static_cast<mve_pred16_t>(~positive));
  for (int lane = 0; lane < kLanes; ++lane) sums[lane] = sums[lane] / count;
  return limited(sums, range.min, range.max);
}

} // namespace

template <typename T>
void add(const ScaledPair& pair, const T* a, const T* b, int elements, T* output) {
  byFours(a, b, elements, output, [pair](int32x4_t first, int32x4_t second) {
    if constexpr (sizeof(T) == 1) { // the others have no zero points
      first = vaddq_n_s32(first, pair.offset1);
      second = vaddq_n_s32(second, pair.offset2);
    }
    first = fraction(vshlq_r_s32(first, pair.leftShift), pair.input1);
    second = fraction(vshlq_r_s32(second, pair.leftShift), pair.input2);
    const int32x4_t sum = fraction(vaddq_s32(first, second), pair.output);
    return limited(vaddq_n_s32(sum, pair.outputZeroPoint), pair.activation.min, pair.activation.max);
  });
}
template void add(const ScaledPair&, const std::int8_t*, const std::int8_t*, int, std::int8_t*);
template void add(const ScaledPair&, const std::int16_t*, const std::int16_t*, int, std::int16_t*);

template <typename T>
void multiply(const MulData& data, const T* a, const T* b, int elements, T* output) {
  byFours(a, b, elements, output, [data](int32x4_t first, int32x4_t second) {
    const int32x4_t products = vmulq_s32(vaddq_n_s32(first, -data.zeroPoint1), vaddq_n_s32(second, -data.zeroPoint2));
    const int32x4_t scaled = requantize(products, vdupq_n_s32(data.output.multiplier), vdupq_n_s32(data.output.shift));
    return limited(vaddq_n_s32(scaled, data.outputZeroPoint), data.activation.min, data.activation.max);
  });
}
template void multiply(const MulData&, const std::int8_t*, const std::int8_t*, int, std::int8_t*);
template void multiply(const MulData&, const std::int16_t*, const std::int16_t*, int, std::int16_t*);

template <typename T>
void largest(const T* a, const T* b, int elements, T* output) {
  byVectors(a, b, elements, output,
            [](auto first, auto second, mve_pred16_t there) { return larger(first, second, there); });
}
template void largest(const std::int8_t*, const std::int8_t*, int, std::int8_t*);

void smallest(const std::int8_t* a, const std::int8_t* b, int elements, std::int8_t* output) {
  byVectors(a, b, elements, output,
            [](int8x16_t first, int8x16_t second, mve_pred16_t there) { return smaller(first, second, there); });
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

template <typename T>
void largestPixel(const PoolWindow& window, const Shape4& input, const T* values, T* output) {
  bool first = true;
  for (int y = window.firstY; y < window.endY; ++y)
    for (int x = window.firstX; x < window.endX; ++x) {
      const T* pixel = values + (y * input.width + x) * input.channels;
      if (first)
        copyBytes(reinterpret_cast<std::int8_t*>(output), reinterpret_cast<const std::int8_t*>(pixel),
                  static_cast<int>(sizeof(T)) * input.channels);
      else
        largest(output, pixel, input.channels, output);
      first = false;
    }
}
template void largestPixel(const PoolWindow&, const Shape4&, const std::int8_t*, std::int8_t*);
template void largestPixel(const PoolWindow&, const Shape4&, const std::int16_t*, std::int16_t*);

template <typename T>
void limit(T* values, int elements, const IntRange& range) {
  const auto min = all(static_cast<T>(range.min));
  const auto max = all(static_cast<T>(range.max));
  byVectors(values, values, elements, values, [min, max](auto value, auto /*same*/, mve_pred16_t there) {
    return smaller(larger(value, min, there), max, there);
  });
}
template void limit(std::int8_t*, int, const IntRange&);
template void limit(std::int16_t*, int, const IntRange&);

} // namespace arenascope::kernels::cmsis_nn::vectors

#endif

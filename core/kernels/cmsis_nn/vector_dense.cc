// FULLY_CONNECTED of 8-bit values with vectors: four channels at a time.
#include "core/kernels/cmsis_nn/vector_kernels.h"
#include "core/kernels/cmsis_nn/vectors.h"

#if defined(__ARM_FEATURE_MVE)

namespace arenascope::kernels::cmsis_nn::vectors {

namespace {

// kOffset: the filter has a zero point. By value: what it reads cannot be changed by what it stores.
template <bool kOffset>
void multiply(VectorProduct product, const std::int32_t* sums, OutputStage stage, bool perChannel) {
  const int depth = product.depth;
  const int steps = stepsFor(depth, kVectorBytes);
  const std::int8_t* filter = product.filter;
  std::int8_t* output = product.output;
  int left = product.channels;
  for (; left >= kLanes; left -= kLanes, filter += kLanes * depth, output += kLanes) {
    const std::int8_t* input = product.input;
    const std::int8_t* first = filter;
    const std::int8_t* second = first + depth;
    const std::int8_t* third = second + depth;
    const std::int8_t* fourth = third + depth;
    std::int32_t a = *sums++;
    std::int32_t b = *sums++;
    std::int32_t c = *sums++;
    std::int32_t d = *sums++;
    std::int32_t inputSum = 0;
    auto elements = static_cast<std::uint32_t>(depth);
    for (int step = 0; step < steps; ++step) {
      const mve_pred16_t there = vctp8q(elements);
      elements -= kVectorBytes;
      const int8x16_t values = vldrbq_z_s8(input, there);
      if constexpr (kOffset) inputSum = vaddvaq_s8(inputSum, values);
      a = vmladavaq_s8(a, vldrbq_z_s8(first, there), values);
      b = vmladavaq_s8(b, vldrbq_z_s8(second, there), values);
      c = vmladavaq_s8(c, vldrbq_z_s8(third, there), values);
      d = vmladavaq_s8(d, vldrbq_z_s8(fourth, there), values);
      input += kVectorBytes;
      first += kVectorBytes;
      second += kVectorBytes;
      third += kVectorBytes;
      fourth += kVectorBytes;
    }
    int32x4_t channels = {a, b, c, d};
    if constexpr (kOffset) channels = vaddq_n_s32(channels, inputSum * product.filterOffset);
    if (perChannel) {
      channels = requantize(channels, vldrwq_s32(stage.multipliers), vldrwq_s32(stage.shifts));
      stage.advance(kLanes);
    } else {
      channels = requantize(channels, *stage.multipliers, *stage.shifts);
    }
    vstrbq_s32(output, inRange(stage, channels));
  }
  for (; left > 0; --left, filter += depth) {
    const std::int8_t* input = product.input;
    const std::int8_t* weights = filter;
    std::int32_t sum = *sums++;
    std::int32_t inputSum = 0;
    auto elements = static_cast<std::uint32_t>(depth);
    for (int step = 0; step < steps; ++step) {
      const mve_pred16_t there = vctp8q(elements);
      elements -= kVectorBytes;
      const int8x16_t values = vldrbq_z_s8(input, there);
      if constexpr (kOffset) inputSum = vaddvaq_s8(inputSum, values);
      sum = vmladavaq_s8(sum, vldrbq_z_s8(weights, there), values);
      input += kVectorBytes;
      weights += kVectorBytes;
    }
    if constexpr (kOffset) sum += inputSum * product.filterOffset;
    *output++ = stage.store(sum, 0);
    if (perChannel) stage.advance(1);
  }
}

} // namespace

void sumFilterRows(const VectorProduct& product, std::int32_t* sums) {
  const std::int8_t* filter = product.filter;
  for (int channel = 0; channel < product.channels; ++channel) {
    std::int32_t sum = 0;
    auto elements = static_cast<std::uint32_t>(product.depth);
    for (int left = product.depth; left > 0; left -= kVectorBytes, elements -= kVectorBytes, filter += kVectorBytes) {
      const mve_pred16_t there = vctp8q(elements);
      sum = vaddvaq_p_s8(sum, vldrbq_z_s8(filter, there), there);
    }
    filter = product.filter + (channel + 1) * product.depth;
    sums[channel] = (sum + product.depth * product.filterOffset) * product.inputOffset +
                    (product.bias == nullptr ? 0 : product.bias[channel]);
  }
}

void multiplyVector(const VectorProduct& product, const std::int32_t* sums, const OutputStage& stage, bool perChannel) {
  product.filterOffset == 0 ? multiply<false>(product, sums, stage, perChannel)
                            : multiply<true>(product, sums, stage, perChannel);
}

} // namespace arenascope::kernels::cmsis_nn::vectors

#endif

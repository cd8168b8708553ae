// Depthwise convolutions with vectors: the windows of four output pixels, for a block of channels, four channels at a
// time.
#include <algorithm>

#include "core/interpreter/kernels/cmsis_nn/dsp.h"
#include "core/interpreter/kernels/cmsis_nn/vector_kernels.h"
#include "core/interpreter/kernels/cmsis_nn/vectors.h"

#if defined(__ARM_FEATURE_MVE)

namespace arenascope::kernels::cmsis_nn::vectors {

namespace {

constexpr int kBlock = 124; // channels, and bytes between taps of a gathered window
constexpr int kWindows = 4;

// A block of channels.
struct Block {
  const DepthwiseConvolution& convolution;
  int taps;
  int all;      // channels
  int channels; // of these in the block
  const std::int8_t* weights;
  const std::int32_t* bias;
  OutputStage stage;
};

void gather(const Block& block, const std::int8_t* input, int outY, int outX, std::int8_t* window) {
  const DepthwiseConvolution& convolution = block.convolution;
  const ConvGeometry& geometry = convolution.geometry;
  const Shape4& shape = convolution.input;
  const int firstX = outX * geometry.strideWidth - geometry.padWidth;
  const int firstY = outY * geometry.strideHeight - geometry.padHeight;
  const auto zero = static_cast<std::int8_t>(-convolution.inputOffset);
  for (int y = firstY; y < firstY + convolution.filter.height; ++y)
    for (int x = firstX; x < firstX + convolution.filter.width; ++x, window += kBlock)
      if (y < 0 || y >= shape.height || x < 0 || x >= shape.width)
        fillBytes(window, zero, block.channels);
      else
        copyBytes(window, input + (y * shape.width + x) * shape.channels, block.channels);
}

[[gnu::always_inline]] inline void store(const Block& block, int32x4_t sums, int channel, std::int8_t* output,
                                         mve_pred16_t there) {
  const OutputStage& stage = block.stage;
  const int32x4_t scaled =
      requantize(sums, vldrwq_s32(stage.multipliers + channel), vldrwq_s32(stage.shifts + channel));
  vstrbq_p_s32(output, inRange(stage, scaled), there);
}

[[gnu::always_inline]] inline int32x4_t biasOf(const Block& block, int channel) {
  return block.bias == nullptr ? vdupq_n_s32(0) : vldrwq_s32(block.bias + channel);
}

// The input's zero point is applied once, through the sum of weights.
void convolveFour(const Block& block, const std::int8_t* windows, std::int8_t* output) {
  const int step = block.taps * kBlock;
  for (int channel = 0; channel < block.channels; channel += kLanes, output += kLanes) {
    int32x4_t a = biasOf(block, channel);
    int32x4_t b = a;
    int32x4_t c = a;
    int32x4_t d = a;
    int32x4_t sum = vdupq_n_s32(0);
    const std::int8_t* weights = block.weights + channel;
    const std::int8_t* first = windows + channel;
    const std::int8_t* second = first + step;
    const std::int8_t* third = second + step;
    const std::int8_t* fourth = third + step;
    for (int tap = 0; tap < block.taps; ++tap) {
      const int32x4_t weight = vldrbq_s32(weights);
      sum = vaddq_s32(sum, weight);
      a = vaddq_s32(a, vmulq_s32(vldrbq_s32(first), weight));
      b = vaddq_s32(b, vmulq_s32(vldrbq_s32(second), weight));
      c = vaddq_s32(c, vmulq_s32(vldrbq_s32(third), weight));
      d = vaddq_s32(d, vmulq_s32(vldrbq_s32(fourth), weight));
      first += kBlock;
      second += kBlock;
      third += kBlock;
      fourth += kBlock;
      weights += block.all;
    }
    sum = vmulq_n_s32(sum, block.convolution.inputOffset);
    const mve_pred16_t there = vctp32q(static_cast<std::uint32_t>(block.channels - channel));
    store(block, vaddq_s32(a, sum), channel, output, there);
    store(block, vaddq_s32(b, sum), channel, output + block.all, there);
    store(block, vaddq_s32(c, sum), channel, output + 2 * block.all, there);
    store(block, vaddq_s32(d, sum), channel, output + 3 * block.all, there);
  }
}

void convolveOne(const Block& block, const std::int8_t* window, std::int8_t* output) {
  for (int channel = 0; channel < block.channels; channel += kLanes, output += kLanes) {
    int32x4_t sums = biasOf(block, channel);
    const std::int8_t* weights = block.weights + channel;
    const std::int8_t* values = window + channel;
    for (int tap = 0; tap < block.taps; ++tap) {
      const int32x4_t value = vaddq_n_s32(vldrbq_s32(values), block.convolution.inputOffset);
      sums = vaddq_s32(sums, vmulq_s32(value, vldrbq_s32(weights)));
      values += kBlock;
      weights += block.all;
    }
    store(block, sums, channel, output, vctp32q(static_cast<std::uint32_t>(block.channels - channel)));
  }
}

} // namespace

void convolveDepthwise(const DepthwiseConvolution& convolution, const std::int8_t* input, std::int8_t* windows,
                       std::int8_t* output) {
  const Shape4& shape = convolution.output;
  Block block{.convolution = convolution,
              .taps = convolution.filter.height * convolution.filter.width,
              .all = shape.channels,
              .channels = 0,
              .weights = convolution.weights,
              .bias = convolution.bias,
              .stage = convolution.stage};
  const int windowBytes = block.taps * kBlock;
  for (int first = 0; first < block.all; first += kBlock) {
    block.channels = std::min(kBlock, block.all - first);
    std::int8_t* pixel = output + first;
    int gathered = 0;
    for (int y = 0; y < shape.height; ++y)
      for (int x = 0; x < shape.width; ++x) {
        gather(block, input + first, y, x, windows + gathered * windowBytes);
        if (++gathered < kWindows) continue;
        convolveFour(block, windows, pixel);
        pixel += kWindows * block.all;
        gathered = 0;
      }
    for (int window = 0; window < gathered; ++window, pixel += block.all)
      convolveOne(block, windows + window * windowBytes, pixel);
    block.weights += kBlock;
    block.stage.advance(kBlock);
    if (block.bias != nullptr) block.bias += kBlock;
  }
}

} // namespace arenascope::kernels::cmsis_nn::vectors

#endif

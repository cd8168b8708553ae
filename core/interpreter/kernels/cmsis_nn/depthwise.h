// Depthwise convolutions of 8-bit values, with special kernels for some shapes.
#pragma once

#include <cstdint>

#include "core/interpreter/kernels/cmsis_nn/requantize.h"
#include "core/interpreter/kernels/convolution.h"

namespace arenascope::kernels::cmsis_nn {

struct DepthwiseConvolution {
  Shape4 input;
  Shape4 filter;
  Shape4 output;
  ConvGeometry geometry;
  int depthMultiplier;
  std::int32_t inputOffset;
  const std::int8_t* weights; // [filter.height][filter.width][output.channels]
  const std::int32_t* bias;   // nullptr: none
  OutputStage stage;
};

// Whether at least the middle column of every 3x3 window is inside the image.
bool fits3x3(const DepthwiseConvolution& convolution);
// One filter per channel, one batch, no dilation, 3x3, fits3x3().
void convolve3x3(const DepthwiseConvolution& convolution, const std::int8_t* input, std::int8_t* output);

// One filter per channel, one batch, no dilation; with the DSP extension only. window: memory for one window.
void convolveWindow(const DepthwiseConvolution& convolution, const std::int8_t* input, std::int16_t* window,
                    std::int8_t* output);

// A multiple of four filters per channel, one batch, no dilation.
void convolveFourFilters(const DepthwiseConvolution& convolution, const std::int8_t* input, std::int8_t* output);

void convolveAny(const DepthwiseConvolution& convolution, const std::int8_t* input, std::int8_t* output);

} // namespace arenascope::kernels::cmsis_nn

// Convolution by columns: gathers the window of an output pixel as a column of 16-bit numbers, and multiplies two
// columns at a time by the filters.
#pragma once

#include <cstdint>

#include "core/interpreter/kernels/cmsis_nn/requantize.h"
#include "core/interpreter/kernels/convolution.h"

namespace arenascope::kernels::cmsis_nn {

// Input of the gathering. If the filter has fewer channels than the input, these are in groups.
struct ColumnShape {
  Shape4 input; // as seen by the window: with zeros between stored pixels if upscale is 2
  Shape4 filter;
  Shape4 output;
  ConvGeometry geometry;
  int upscaleWidth = 1;
  int upscaleHeight = 1;

  int depth() const { return filter.height * filter.width * filter.channels; }
  int groups() const { return input.channels / filter.channels; }
};

struct ColumnConvolution8 {
  ColumnShape shape;
  std::int32_t inputOffset;
  const std::int8_t* filter;
  const std::int32_t* bias; // nullptr: none
  OutputStage stage;
};
// scratch: convInt8Bytes().
void convolveColumns(const ColumnConvolution8& convolution, const std::int8_t* input, std::int16_t* scratch,
                     std::int8_t* output);

// Bias: 32-bit numbers, with sums and multipliers of 32 bits, or 64-bit numbers, with multipliers of 16 bits.
template <typename Bias>
struct ColumnConvolution16 {
  ColumnShape shape;
  const std::int8_t* filter;
  const Bias* bias; // nullptr: none
  const ConvData& data;
};
// scratch: convInt16Bytes().
template <typename Bias>
void convolveColumns(const ColumnConvolution16<Bias>& convolution, const std::int16_t* input, std::int16_t* scratch,
                     std::int16_t* output);

} // namespace arenascope::kernels::cmsis_nn

// Rows of 8-bit values times the rows of a filter: 1x1 convolutions and layers over many rows.
#pragma once

#include <cstdint>

#include "core/interpreter/kernels/cmsis_nn/requantize.h"

namespace arenascope::kernels::cmsis_nn {

// output[row][channel] = the output stage of bias[channel] + sum over depth of (input[row] + inputOffset) ·
// filter[channel].
struct MatrixProduct {
  const std::int8_t* input;
  int rows;
  int rowStep; // elements from one input row to the next
  std::int32_t inputOffset;
  const std::int8_t* filter; // [channels][depth]
  int depth;
  int channels;
  const std::int32_t* bias; // nullptr: none
  OutputStage stage;
  std::int8_t* output; // [rows][channels]
};
void multiplyRows(const MatrixProduct& product);

// A single row, with one multiplier for all channels or one for each, and a filter that may have a zero point.
struct VectorProduct {
  const std::int8_t* input;
  std::int32_t inputOffset;
  const std::int8_t* filter;
  std::int32_t filterOffset;
  int depth;
  int channels;
  const std::int32_t* bias;
  std::int8_t* output;
};
void multiplyVector(const VectorProduct& product, const OutputStage& stage, bool perChannel);

} // namespace arenascope::kernels::cmsis_nn

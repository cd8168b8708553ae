// CMSIS-NN's kernels for processors with vectors (kHasVectors), with the same results as those without. Defined only
// there.
#pragma once

#include <cstdint>

#include "core/interpreter/kernels/cmsis_nn/columns.h"
#include "core/interpreter/kernels/cmsis_nn/depthwise.h"
#include "core/interpreter/kernels/cmsis_nn/matrix.h"
#include "core/interpreter/kernels/mul.h"
#include "core/interpreter/kernels/pooling.h"
#include "core/interpreter/kernels/scaled_pair.h"

namespace arenascope::kernels::cmsis_nn::vectors {

// multiplyRows() of matrix.h, to an output that has more channels than these. Rows may overlap.
void multiplyRows(const MatrixProduct& product, int outputStep);

// Gathers four windows at a time. columns: convInt8Bytes(). Without upscaling (ColumnShape::upscale).
void convolveColumns(const ColumnConvolution8& convolution, const std::int8_t* input, std::int8_t* columns,
                     std::int8_t* output);
// Over a single row of pixels (RowShape::hasKernel() and inParts()): only windows beyond its ends are gathered. ends:
// number of output pixels at the left and right ends. columns: rowConvInt8Bytes().
struct RowEnds {
  int left;
  int right;
};
void convolveRow(const ColumnConvolution8& convolution, const RowEnds& ends, const std::int8_t* input,
                 std::int8_t* columns, std::int8_t* output);

// One filter a channel, one batch, no dilation. windows: depthwiseVectorInt4Bytes().
void convolveDepthwise(const DepthwiseConvolution& convolution, const std::int8_t* input, std::int8_t* windows,
                       std::int8_t* output);

// A filter row's contribution to its channel's sum that does not depend on the input.
void sumFilterRows(const VectorProduct& product, std::int32_t* sums);
// sums: of sumFilterRows().
void multiplyVector(const VectorProduct& product, const std::int32_t* sums, const OutputStage& stage, bool perChannel);

// Of an LSTM, likewise: rescaled and added to what the results are, within 16 bits.
void addScaledProducts(VectorProduct product, const std::int32_t* sums, QuantizedMultiplier rescale,
                       std::int16_t* results);
// For SVDF: the newest state of each filter, `step` elements apart. sums: of sumFilterRows(), for an 8-bit state.
template <typename State>
void addFeatures(VectorProduct product, const std::int32_t* sums, QuantizedMultiplier rescale, int step, State* newest);
void storeScaled(const std::int32_t* sums, int count, QuantizedMultiplier rescale, OutputStage stage,
                 std::int8_t* output);
// memmove() to a lower address.
void moveDown(std::int8_t* to, const std::int8_t* from, int bytes);

// Element by element; T: 8- or 16-bit numbers.
template <typename T>
void add(const ScaledPair& pair, const T* a, const T* b, int elements, T* output);
template <typename T>
void multiply(const MulData& data, const T* a, const T* b, int elements, T* output);
template <typename T>
void largest(const T* a, const T* b, int elements, T* output); // 8-bit only
void smallest(const std::int8_t* a, const std::int8_t* b, int elements, std::int8_t* output);

// One output pixel of a pool: all channels of a nonempty window inside the image.
void averagePixel(const PoolWindow& window, const Shape4& input, const std::int8_t* values, const IntRange& range,
                  std::int8_t* output);
template <typename T>
void largestPixel(const PoolWindow& window, const Shape4& input, const T* values, T* output);
template <typename T>
void limit(T* values, int elements, const IntRange& range);

} // namespace arenascope::kernels::cmsis_nn::vectors

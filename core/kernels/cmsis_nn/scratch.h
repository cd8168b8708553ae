// How much scratch memory each operator asks for: the rules of CMSIS-NN (commit 4ab83cc3) without the vector extension.
#pragma once

#include <algorithm>
#include <cstdint>

namespace arenascope::kernels::cmsis_nn {

// Sizes are of 64 bits: shapes in a file may be any.
using Size = std::int64_t;

struct WindowSize {
  Size width;
  Size height;

  Size area() const { return width * height; }
};

template <typename T>
constexpr T roundUpTo4(T value) {
  return (value + 3) / 4 * 4;
}

// Two columns of a convolution's window as 16-bit numbers, each from a multiple of 4 elements.
inline Size columnElements(const WindowSize& filter, Size channels) { return roundUpTo4(filter.area() * channels); }
inline Size convInt8Bytes(const WindowSize& filter, Size inputChannels) {
  return 2 * 2 * columnElements(filter, inputChannels);
}
inline Size convInt16Bytes(const WindowSize& filter, Size inputChannels) {
  return 2 * 2 * filter.area() * inputChannels;
}

// A depthwise window as 16-bit numbers, which the kernels with the DSP extension gather for each output pixel. There
// is a kernel for 3x3 windows that needs none.
struct DepthwiseShape {
  WindowSize filter;
  Size inputChannels;
  Size outputChannels;
  Size batches;
  bool dilated;
  int padWidth;
  int padHeight;

  bool oneFilterAChannel() const { return inputChannels == outputChannels && batches == 1 && !dilated; }
  bool small() const { return filter.width == 3 && filter.height == 3 && padWidth <= 1 && padHeight <= 1; }
};
inline Size depthwiseInt8Bytes(const DepthwiseShape& shape, bool dsp) {
  return dsp && shape.oneFilterAChannel() && !shape.small() ? 2 * shape.filter.area() * shape.inputChannels : 0;
}
// The size is asked for whatever the processor has, and for 3x3 windows too.
inline Size depthwiseInt4Bytes(const DepthwiseShape& shape) {
  return shape.oneFilterAChannel() ? 2 * shape.filter.area() * shape.inputChannels : 0;
}

// A 32-bit sum for each channel.
inline Size averagePoolBytes(Size channels, bool dsp) { return dsp ? 4 * channels : 0; }

// TRANSPOSE_CONV as a convolution over the input with zeros between its pixels, where that pays.
struct TransposeConvShape {
  WindowSize filter;
  Size strideWidth;
  Size strideHeight;
  Size inputWidth;
  Size inputChannels;
  Size outputChannels;

  bool asConvolution() const { return strideWidth <= 2 && strideHeight <= 2 && inputChannels > 16; }
  // Otherwise sums of the output rows that one input row reaches.
  Size rowWidth() const { return (inputWidth - 1) * strideWidth + std::max(filter.width, strideHeight); }
  Size rows() const { return std::max(filter.height, strideHeight); }
};
inline Size transposeConvBytes(const TransposeConvShape& shape) {
  return shape.asConvolution() ? convInt8Bytes(shape.filter, shape.inputChannels)
                               : 4 * shape.rowWidth() * shape.outputChannels * shape.rows();
}
// The filter turned by half a turn.
inline Size turnedFilterBytes(const TransposeConvShape& shape) {
  return shape.asConvolution() ? shape.filter.area() * shape.inputChannels * shape.outputChannels : 0;
}

} // namespace arenascope::kernels::cmsis_nn

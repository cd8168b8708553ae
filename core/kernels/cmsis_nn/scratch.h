// How much scratch memory each operator asks for: the rules of CMSIS-NN (commit 4ab83cc3) without the vector extension.
#pragma once

#include <algorithm>

namespace arenascope::kernels::cmsis_nn {

struct WindowSize {
  int width;
  int height;

  int area() const { return width * height; }
};

constexpr int roundUpTo4(int value) { return (value + 3) / 4 * 4; }

// Two columns of a convolution's window as 16-bit numbers, each from a multiple of 4 elements.
inline int columnElements(const WindowSize& filter, int channels) { return roundUpTo4(filter.area() * channels); }
inline int convInt8Bytes(const WindowSize& filter, int inputChannels) {
  return 2 * 2 * columnElements(filter, inputChannels);
}
inline int convInt16Bytes(const WindowSize& filter, int inputChannels) { return 2 * 2 * filter.area() * inputChannels; }

// A depthwise window as 16-bit numbers, which the kernels with the DSP extension gather for each output pixel. There
// is a kernel for 3x3 windows that needs none.
struct DepthwiseShape {
  WindowSize filter;
  int inputChannels;
  int outputChannels;
  int batches;
  bool dilated;
  int padWidth;
  int padHeight;

  bool oneFilterAChannel() const { return inputChannels == outputChannels && batches == 1 && !dilated; }
  bool small() const { return filter.width == 3 && filter.height == 3 && padWidth <= 1 && padHeight <= 1; }
};
inline int depthwiseInt8Bytes(const DepthwiseShape& shape, bool dsp) {
  return dsp && shape.oneFilterAChannel() && !shape.small() ? 2 * shape.filter.area() * shape.inputChannels : 0;
}
// The size is asked for whatever the processor has, and for 3x3 windows too.
inline int depthwiseInt4Bytes(const DepthwiseShape& shape) {
  return shape.oneFilterAChannel() ? 2 * shape.filter.area() * shape.inputChannels : 0;
}

// A 32-bit sum for each channel.
inline int averagePoolBytes(int channels, bool dsp) { return dsp ? 4 * channels : 0; }

// TRANSPOSE_CONV as a convolution over the input with zeros between its pixels, where that pays.
struct TransposeConvShape {
  WindowSize filter;
  int strideWidth;
  int strideHeight;
  int inputWidth;
  int inputChannels;
  int outputChannels;

  bool asConvolution() const { return strideWidth <= 2 && strideHeight <= 2 && inputChannels > 16; }
  // Otherwise sums of the output rows that one input row reaches.
  int rowWidth() const { return (inputWidth - 1) * strideWidth + std::max(filter.width, strideHeight); }
  int rows() const { return std::max(filter.height, strideHeight); }
};
inline int transposeConvBytes(const TransposeConvShape& shape) {
  return shape.asConvolution() ? convInt8Bytes(shape.filter, shape.inputChannels)
                               : 4 * shape.rowWidth() * shape.outputChannels * shape.rows();
}
// The filter turned by half a turn.
inline int turnedFilterBytes(const TransposeConvShape& shape) {
  return shape.asConvolution() ? shape.filter.area() * shape.inputChannels * shape.outputChannels : 0;
}

} // namespace arenascope::kernels::cmsis_nn

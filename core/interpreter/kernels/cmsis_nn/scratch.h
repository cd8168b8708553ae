// Scratch memory of each operator: the rules of CMSIS-NN (commit 4ab83cc3), by processor and, if relevant, by compiler.
// Compared with the library's own getters, built with GCC for each.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/interpreter/kernels/cmsis_nn/dsp.h"
#include "core/interpreter/runtime/variant.h"

namespace arenascope::kernels::cmsis_nn {

// 64 bits, since shapes in a file may be arbitrary.
using Size = std::int64_t;

enum class Extension : std::uint8_t { kNone, kDsp, kVectors };
// Of the mirrored processor. Kernels compute without vectors, with the same results.
#ifdef ARENASCOPE_VARIANTS
inline Extension extension() {
  return runtime::hasVectors() ? Extension::kVectors : kHasDsp ? Extension::kDsp : Extension::kNone;
}
#else
consteval Extension extension() {
  return runtime::hasVectors() ? Extension::kVectors : kHasDsp ? Extension::kDsp : Extension::kNone;
}
#endif

struct WindowSize {
  Size width;
  Size height;

  Size area() const { return width * height; }
};

template <typename T>
constexpr T roundUpTo4(T value) {
  return (value + 3) / 4 * 4;
}
constexpr Size roundUpTo(Size multiple, Size value) { return (value + multiple - 1) / multiple * multiple; }

// Two columns of a convolution's window as 16-bit numbers, each aligned to 4 elements. With vectors four columns in
// whole vectors of 16 bytes.
inline Size columnElements(const WindowSize& filter, Size channels) { return roundUpTo4(filter.area() * channels); }
inline Size convInt8Bytes(const WindowSize& filter, Size inputChannels, Extension extension) {
  if (extension == Extension::kVectors) return 4 * roundUpTo(16, filter.area() * inputChannels);
  return 2 * 2 * columnElements(filter, inputChannels);
}
inline Size convInt16Bytes(const WindowSize& filter, Size inputChannels, Extension extension) {
  if (extension == Extension::kVectors) return 4 * 2 * roundUpTo(8, filter.area() * inputChannels);
  return 2 * 2 * filter.area() * inputChannels;
}

// A convolution over a single row, which has a special kernel with vectors. Windows beyond the left and right ends are
// copied, provided that each output pixel is of one kind: at the left end, at the right end, or neither.
struct RowShape {
  Size inputWidth;
  Size inputHeight;
  Size inputChannels;
  WindowSize filter;
  Size filterChannels;
  Size outputWidth;
  Size stride;
  Size dilation;
  Size padding;

  bool hasKernel() const {
    return inputHeight == 1 && filter.height == 1 && dilation == 1 && stride * inputChannels % 4 == 0 &&
           inputChannels == filterChannels;
  }
  // Additional padding at the right end; -1 if some input pixels are in no window.
  Size more() const { return ((outputWidth - 1) * stride + filter.width - inputWidth) % 2; }
  Size pixelsAtLeft() const { return padding != 0 ? std::max<Size>(1, (padding + stride - 1) / stride) : 0; }
  Size pixelsAtRight() const {
    const Size right = padding + more();
    return right != 0 ? std::max<Size>(1, (right + stride - 1) / stride) : 0;
  }
  bool inParts() const {
    const Size ends = pixelsAtLeft() + pixelsAtRight();
    return ends + std::max<Size>(outputWidth - ends, 0) == outputWidth;
  }
};
inline Size rowConvInt8Bytes(const RowShape& shape) {
  if (!shape.inParts()) return convInt8Bytes(shape.filter, shape.inputChannels, Extension::kVectors);
  const Size left = (shape.filter.width + shape.padding) * shape.inputChannels;
  const Size right = shape.filter.width - 1 + (shape.more() != 0 ? shape.pixelsAtRight() : shape.padding);
  return std::max(left, right * shape.inputChannels);
}

// 1x1 with strides of 1, with Arm's compiler: a pixel's values as 16-bit numbers, for two pixels.
inline Size pixelsInt8Bytes(Size inputChannels, Extension extension, bool armCompiler) {
  return armCompiler && extension == Extension::kDsp ? 2 * 2 * inputChannels : 0;
}

// A depthwise window as 16-bit numbers, gathered per output pixel by the kernels with the DSP extension. A special
// kernel for 3x3 windows needs none.
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
  // Many filters of a single channel are computed as CONV_2D.
  bool asConvolution(bool armCompiler) const { return inputChannels == 1 && outputChannels > (armCompiler ? 8 : 1); }
};
inline Size depthwiseInt8Bytes(const DepthwiseShape& shape, bool dsp) {
  return dsp && shape.oneFilterAChannel() && !shape.small() ? 2 * shape.filter.area() * shape.inputChannels : 0;
}
// Requested on any processor, and for 3x3 windows too.
inline Size depthwiseInt4Bytes(const DepthwiseShape& shape) {
  return shape.oneFilterAChannel() ? 2 * shape.filter.area() * shape.inputChannels : 0;
}
// With vectors, for 8-bit and 4-bit filters: four windows of a block of channels; computed as CONV_2D its columns, or
// nothing for 1x1, and the transposed filter.
inline Size depthwiseVectorInt4Bytes(const DepthwiseShape& shape) {
  constexpr Size kBlock = 124; // channels
  return shape.oneFilterAChannel() ? 4 * kBlock * shape.filter.area() : 0;
}
inline Size depthwiseVectorInt8Bytes(const DepthwiseShape& shape, bool armCompiler) {
  if (!shape.asConvolution(armCompiler)) return depthwiseVectorInt4Bytes(shape);
  const bool pixels = shape.filter.area() == 1 && shape.padWidth == 0 && shape.padHeight == 0 && !shape.dilated;
  return (pixels ? 0 : convInt8Bytes(shape.filter, 1, Extension::kVectors)) +
         shape.filter.area() * shape.outputChannels;
}

// A 32-bit sum for each channel.
inline Size averagePoolBytes(Size channels, Extension extension) {
  return extension == Extension::kDsp ? 4 * channels : 0;
}

// Row sums of the weights, since vectors multiply without zero points.
inline Size rowSumBytes(Size rows, Extension extension) { return extension == Extension::kVectors ? 4 * rows : 0; }

// TRANSPOSE_CONV as a convolution over the input with zeros between its pixels, if faster.
struct TransposeConvShape {
  WindowSize filter;
  Size strideWidth;
  Size strideHeight;
  Size inputWidth;
  Size inputChannels;
  Size outputChannels;

  bool asConvolution() const { return strideWidth <= 2 && strideHeight <= 2 && inputChannels > 16; }
  // Otherwise sums of the output rows affected by one input row.
  Size rowWidth() const { return (inputWidth - 1) * strideWidth + std::max(filter.width, strideHeight); }
  Size rows() const { return std::max(filter.height, strideHeight); }
};
inline Size transposeConvBytes(const TransposeConvShape& shape, Extension extension) {
  return shape.asConvolution() ? convInt8Bytes(shape.filter, shape.inputChannels, extension)
                               : 4 * shape.rowWidth() * shape.outputChannels * shape.rows();
}
// The filter rotated by 180 degrees.
inline Size turnedFilterBytes(const TransposeConvShape& shape) {
  return shape.asConvolution() ? shape.filter.area() * shape.inputChannels * shape.outputChannels : 0;
}

} // namespace arenascope::kernels::cmsis_nn

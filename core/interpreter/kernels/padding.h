// Padding in front of an image's edge.
#pragma once

#include <cstdint>

#include "core/interpreter/kernels/params.h"

namespace arenascope::kernels {

// Rows and columns added before the image. Mirrors TfLitePaddingValues (four ints; the offsets are part of its size).
struct WindowPadding {
  int width;
  int height;
  int widthOffset;
  int heightOffset;
};

struct WindowAxis {
  int input;
  int filter;
  int stride;
  int dilation;
};

inline int effectiveFilter(const WindowAxis& axis) { return (axis.filter - 1) * axis.dilation + 1; }

inline int windowOutput(PaddingKind padding, const WindowAxis& axis) {
  if (axis.stride <= 0) return 0;
  return padding == kPaddingSame ? (axis.input + axis.stride - 1) / axis.stride
                                 : (axis.input + axis.stride - effectiveFilter(axis)) / axis.stride;
}

// *offset: 1 if the padding after the image is larger by one row or column.
inline int windowPadding(PaddingKind padding, const WindowAxis& axis, int* offset) {
  const int total = (windowOutput(padding, axis) - 1) * axis.stride + effectiveFilter(axis) - axis.input;
  *offset = total > 0 ? total % 2 : 0;
  return total > 0 ? total / 2 : 0;
}

inline WindowPadding windowPadding(PaddingKind padding, const WindowAxis& height, const WindowAxis& width) {
  WindowPadding result{};
  result.height = windowPadding(padding, height, &result.heightOffset);
  result.width = windowPadding(padding, width, &result.widthOffset);
  return result;
}

} // namespace arenascope::kernels

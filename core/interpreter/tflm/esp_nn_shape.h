// Shapes that scratch sizes of esp-nn's kernels depend on.
#pragma once

#include <algorithm>
#include <cstdint>

namespace arenascope::tflm::esp_nn {

using Size = std::int64_t;

constexpr Size roundedUp(Size value, Size multiple) { return (value + multiple - 1) / multiple * multiple; }

struct Plane {
  Size width;
  Size height;

  constexpr Size area() const { return width * height; }
  constexpr bool isZero() const { return width == 0 && height == 0; }
};

struct WindowShape {
  Plane input;
  Plane filter;
  Plane output;
  Plane padding; // before the first column and row
  Plane stride;
  Size inputChannels;
  Size outputChannels;
  Size filterChannels = 0; // less than inputChannels: groups; 0: the caller does not say

  constexpr bool padded() const { return !padding.isZero(); }
  constexpr bool pointwise() const { return filter.area() == 1 && !padded() && stride.area() == 1; }
  constexpr Size row() const { return filter.width * inputChannels; }
  constexpr Size window() const { return row() * filter.height; }
  // Columns and rows by which the last windows extend beyond the input, counted from its first pixel plus one stride.
  constexpr Plane beyond() const {
    return {output.width * stride.width + filter.width - 1 - input.width,
            output.height * stride.height + filter.height - 1 - input.height};
  }
  // Padding behind the last column and row.
  constexpr Plane trailing() const {
    return {std::max<Size>(0, (output.width - 1) * stride.width + filter.width - padding.width - input.width),
            std::max<Size>(0, (output.height - 1) * stride.height + filter.height - padding.height - input.height)};
  }
  // Groups of channels; 1: none, or the kernels do not see them.
  constexpr Size groups() const {
    if (filterChannels <= 0 || filterChannels >= inputChannels || inputChannels % filterChannels != 0) return 1;
    const Size count = inputChannels / filterChannels;
    return outputChannels % count == 0 ? count : 1;
  }
  constexpr WindowShape ofOneGroup() const {
    WindowShape one = *this;
    one.outputChannels = outputChannels / groups();
    one.inputChannels = one.filterChannels = filterChannels;
    return one;
  }
  // Copies of a group's input and output, beside what the kernel needs for a group.
  constexpr Size groupCopies() const {
    const WindowShape one = ofOneGroup();
    return input.area() * one.inputChannels + output.area() * one.outputChannels + 64;
  }
};

} // namespace arenascope::tflm::esp_nn

// Scratch memory of esp-nn's kernels, by chip and version. Compared with the library's own getters, compiled for each
// version, on random shapes; versions are 1020100 for 1.2.1.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/interpreter/tflm/variant.h"

namespace arenascope::kernels::esp_nn {

using Size = std::int64_t;

constexpr Size roundedUp(Size value, Size multiple) { return (value + multiple - 1) / multiple * multiple; }

struct Plane {
  Size width;
  Size height;

  constexpr Size area() const { return width * height; }
};

struct WindowShape {
  Plane input;
  Plane filter;
  Plane output;
  Plane padding;
  Plane stride;
  Size inputChannels;
  Size outputChannels;

  constexpr bool padded() const { return padding.width != 0 || padding.height != 0; }
  // Columns and rows by which the last windows extend beyond the input.
  constexpr Plane beyond() const {
    return {output.width * stride.width + filter.width - 1 - input.width,
            output.height * stride.height + filter.height - 1 - input.height};
  }
};

// The ESP32-S3's vector instructions load aligned blocks of 16 bytes: inputs are padded in memory, filters rearranged.
constexpr Size convEsp32S3(const WindowShape& shape, std::uint32_t version) {
  const Size margin = version >= 1020300 ? 64 : 32;
  const Size channels = shape.inputChannels;
  if (shape.filter.area() == 1 && !shape.padded() && shape.stride.area() == 1) {
    const Size wide = roundedUp(channels, 8);
    const Size pixels = shape.input.area();
    return (channels % 8 != 0 ? pixels * wide : 0) + wide * shape.outputChannels + (pixels >= 8 ? 16 * wide : 0) +
           margin;
  }
  const Size row = shape.filter.width * channels;
  const Size window = row * shape.filter.height;
  if (version >= 1020100 && row < 16 && window >= 16)
    return 4 * shape.outputChannels + 32 + (shape.outputChannels + 1) * roundedUp(window, 16) + margin;
  Size bytes = shape.filter.area() * roundedUp(channels, 16) * shape.outputChannels + 4 * shape.outputChannels + margin;
  if (shape.padded())
    bytes += (shape.input.width + 2 * shape.padding.width) * (shape.input.height + 2 * shape.padding.height) * channels;
  if (version >= 1020100) {
    bytes += roundedUp(row, 16) * shape.filter.height * shape.outputChannels;
    const Plane beyond = {std::max<Size>(0, shape.beyond().width), std::max<Size>(0, shape.beyond().height)};
    if (beyond.width != 0 || beyond.height != 0)
      bytes += (shape.input.width + beyond.width) * (shape.input.height + beyond.height) * channels;
  }
  return bytes;
}

// The ESP32-P4's: until 1.2.2 those of the S3 before 1.2.1; then filters are read in place, and only inputs that vector
// instructions cannot read are copied: a window at a time, or in strips that fit the data cache.
constexpr Size convEsp32P4(const WindowShape& shape, std::uint32_t version) {
  const Size channels = shape.inputChannels;
  const bool pointwise = shape.filter.area() == 1 && !shape.padded() && shape.stride.area() == 1;
  if (version < 1020300 || (pointwise && channels >= 16)) return convEsp32S3(shape, 1020000);
  if (pointwise) return 20 * shape.outputChannels + 64;
  const Size sums = 4 * shape.outputChannels;
  const Size row = shape.filter.width * channels;
  const Size window = row * shape.filter.height;
  if (!shape.padded() && row >= 16)
    return shape.filter.area() * roundedUp(channels, 16) * shape.outputChannels + sums + 32;
  if (window >= 16) return sums + window + 32;
  // Windows of less than 16 values: channels are added until a row of one has 16.
  const Size wide = roundedUp((16 + shape.filter.width - 1) / shape.filter.width, 16);
  const Size filters = shape.filter.area() * wide * shape.outputChannels;
  if (!shape.padded()) return sums + filters + shape.input.area() * wide + 32;
  constexpr Size kCache = 32 * 1024;
  const Size width = shape.input.width + 2 * shape.padding.width;
  const Size whole = width * (shape.input.height + 2 * shape.padding.height) * channels;
  if (whole + sums <= kCache)
    return whole + shape.filter.area() * roundedUp(channels, 16) * shape.outputChannels + sums + 32;
  const bool widened = row < 16;
  const Size rowBytes = width * (widened ? wide : channels);
  const Size room = kCache - sums - (widened ? filters : 0);
  Size rows = 1; // of the output, per strip
  if (room > 0 && shape.filter.height * rowBytes <= room)
    rows =
        std::min((room - shape.filter.height * rowBytes) / (shape.stride.height * rowBytes) + 1, shape.output.height);
  const Size inputRows = (rows - 1) * shape.stride.height + shape.filter.height + 2 * shape.padding.height;
  return inputRows * rowBytes + (widened ? filters : 0) + sums + 32;
}

constexpr Size convBytes(tflm::EspChip chip, const WindowShape& shape, std::uint32_t version) {
  switch (chip) {
  case tflm::EspChip::kEsp32S3: return convEsp32S3(shape, version);
  case tflm::EspChip::kEsp32P4: return convEsp32P4(shape, version);
  default: return 0;
  }
}

// shape.inputChannels: of the input; multiplier: filters per channel.
constexpr Size depthwiseEsp32S3(const WindowShape& shape, Size multiplier, std::uint32_t version) {
  const Size channels = shape.inputChannels;
  const Size filter = shape.filter.area() * channels * multiplier;
  const Size input = shape.input.area() * channels;
  const Size tail = version < 1020001 ? 16 : 32;
  const bool threeByThree = shape.filter.width == 3 && shape.filter.height == 3;
  const bool newer = version >= 1020100;
  if (multiplier == 1 && channels % 8 == 0 && (threeByThree || newer)) {
    if (threeByThree && channels % 16 == 0) {
      const Plane more = shape.padded() ? Plane{2 * shape.padding.width, 2 * shape.padding.height} : shape.beyond();
      if (more.width == 0 && more.height == 0) return filter + 16;
      const Size whole = (shape.input.width + more.width) * (shape.input.height + more.height) * channels;
      const bool strips = newer && whole > 40 * 1024;
      return filter + 16 + (strips ? (shape.input.width + more.width) * shape.filter.height * channels : whole);
    }
    if (threeByThree && newer && channels >= 12) {
      const Size wide = roundedUp(channels, 16);
      const Size width = shape.input.width + 2 * shape.padding.width +
                         std::max<Size>(0, shape.output.width * shape.stride.width + 2 - shape.input.width);
      const Size height = shape.input.height + 2 * shape.padding.height +
                          std::max<Size>(0, shape.output.height * shape.stride.height + 2 - shape.input.height);
      return (9 + width * height + shape.output.area()) * wide + 64;
    }
    if (threeByThree) return 2 * (filter + input) + tail;
    const Size whole = 2 * (filter + input);
    return whole <= 48 * 1024 ? whole + 32 : 2 * filter + 2 * shape.input.width * shape.filter.height * channels + 32;
  }
  if (newer && multiplier == 1 && channels > 3) {
    const Size wide = roundedUp(channels, 8);
    Size bytes = roundedUp(2 * shape.filter.area() * wide, 16);
    bytes = roundedUp(bytes + 2 * shape.input.area() * wide, 16);
    bytes = roundedUp(bytes + shape.output.area() * wide, 16);
    return bytes + 12 * wide + 16;
  }
  if (multiplier % 4 == 0) return 2 * (filter + input) + tail;
  return 32;
}

constexpr Size depthwiseBytes(tflm::EspChip chip, const WindowShape& shape, Size multiplier, std::uint32_t version) {
  return chip == tflm::EspChip::kEsp32S3 ? depthwiseEsp32S3(shape, multiplier, version) : 0;
}

// Of the second dimension, whatever that is.
constexpr Size softmaxBytes(Size secondDimension) { return 4 * secondDimension; }

} // namespace arenascope::kernels::esp_nn

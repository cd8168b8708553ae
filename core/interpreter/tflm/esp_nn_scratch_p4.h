// Scratch memory of esp-nn's kernels for the ESP32-P4 and the ESP32-S31. Until 1.2.2 CONV_2D asked for what the
// ESP32-S3's did before 1.2.1; then filters are read in place, and only inputs that vector instructions cannot read are
// copied: a window at a time, or in strips that fit the data cache.
#pragma once

#include "core/interpreter/tflm/esp_nn_scratch_s3.h"

namespace arenascope::tflm::esp_nn {

// Named after the first version with them; those of 1.4.0 are not known, k140 or k141.
enum class P4ConvRules : std::uint8_t { k110, k123, k140, k141 };

constexpr Size kCacheBytes = 32 * 1024; // of data

// Windows of less than 16 values: channels are added until a row of one has 16.
constexpr Size widenedChannels(const WindowShape& shape) {
  return roundedUp((16 + shape.filter.width - 1) / shape.filter.width, 16);
}

// A padded row of a strip and, where its channels are widened, the filters.
struct Strip {
  Size row;
  Size filters;

  constexpr explicit Strip(const WindowShape& shape) : row(0), filters(0) {
    const bool widened = shape.row() < 16;
    const Size channels = widened ? widenedChannels(shape) : shape.inputChannels;
    row = (shape.input.width + 2 * shape.padding.width) * channels;
    filters = widened ? shape.filter.area() * channels * shape.outputChannels : 0;
  }
};

// Rows of the output in a strip. room: bytes for its part of the input.
constexpr Size rowsInStrip(const WindowShape& shape, const Strip& strip, Size room) {
  const Size first = shape.filter.height * strip.row;
  if (room <= 0 || first > room) return 1;
  return std::min((room - first) / (shape.stride.height * strip.row) + 1, shape.output.height);
}

constexpr Size stripsSince123(const WindowShape& shape, Size sums) {
  const Size whole = (shape.input.width + 2 * shape.padding.width) * (shape.input.height + 2 * shape.padding.height) *
                     shape.inputChannels;
  if (whole + sums <= kCacheBytes)
    return whole + shape.filter.area() * roundedUp(shape.inputChannels, 16) * shape.outputChannels + sums + 32;
  const Strip strip(shape);
  const Size rows = rowsInStrip(shape, strip, kCacheBytes - sums - strip.filters);
  return ((rows - 1) * shape.stride.height + shape.filter.height + 2 * shape.padding.height) * strip.row +
         strip.filters + sums + 32;
}

constexpr Size stripsSince140(const WindowShape& shape, Size sums) {
  const Strip strip(shape);
  const Size fixed = sums + strip.filters;
  const auto bytesOf = [&](Size rows) {
    return ((rows - 1) * shape.stride.height + shape.filter.height) * strip.row + fixed;
  };
  if (bytesOf(shape.output.height) <= kCacheBytes) return bytesOf(shape.output.height) + 32;
  return bytesOf(rowsInStrip(shape, strip, kCacheBytes - fixed)) + 32;
}

constexpr Size ungroupedEsp32P4(const WindowShape& shape, P4ConvRules rules) {
  const bool newer = rules >= P4ConvRules::k140;
  const Size channels = shape.inputChannels;
  if (rules == P4ConvRules::k110 || (shape.pointwise() && channels >= 16))
    return ungroupedEsp32S3(shape, ConvRules::k110);
  if (shape.pointwise()) return 20 * shape.outputChannels + 64;
  const Size sums = 4 * shape.outputChannels;
  const Size window = shape.window();
  const bool many = window <= 2304; // windows at once
  const bool copied = newer && window >= 128 && many && shape.outputChannels >= 16;
  if (!shape.padded() && shape.row() >= 16 && !copied)
    return shape.filter.area() * roundedUp(channels, 16) * shape.outputChannels + sums + 32;
  const bool inStrips = newer && shape.padded() && shape.row() >= 16 && window * shape.outputChannels > 98'304;
  if (window >= 16 && !inStrips) return sums + (newer && many ? 17 * window + 16 : window) + 32;
  if (!shape.padded()) {
    const Size wide = widenedChannels(shape);
    return sums + shape.filter.area() * wide * shape.outputChannels + shape.input.area() * wide + 32;
  }
  return newer ? stripsSince140(shape, sums) : stripsSince123(shape, sums);
}

constexpr Size convEsp32P4(const WindowShape& shape, P4ConvRules rules) {
  if (rules < P4ConvRules::k141 || shape.groups() == 1) return ungroupedEsp32P4(shape, rules);
  return ungroupedEsp32P4(shape.ofOneGroup(), rules) + shape.groupCopies();
}

} // namespace arenascope::tflm::esp_nn

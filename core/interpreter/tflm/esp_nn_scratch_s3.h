// Scratch memory of esp-nn's kernels for the ESP32-S3, whose vector instructions load aligned blocks of 16 bytes:
// inputs are padded in memory, filters rearranged. By the rules that follow each other from version to version.
#pragma once

#include <algorithm>

#include "core/interpreter/tflm/esp_nn_shape.h"

namespace arenascope::tflm::esp_nn {

// CONV_2D, named after the first version with them; those of 1.4.0 are not known, these three came before 1.4.1.
enum class ConvRules : std::uint8_t { k110, k121, k123, k125, k132, kPixelwise, kGroups, kStagedLarge, k141 };
// DEPTHWISE_CONV_2D.
enum class DepthwiseRules : std::uint8_t { k110, k1201, k121, k130, k140 };

constexpr Size pointwiseEsp32S3(const WindowShape& shape, ConvRules rules) {
  const Size channels = shape.inputChannels;
  const Size wide = roundedUp(channels, 8);
  const Size pixels = shape.input.area();
  const Size block = pixels >= 8 ? 16 * wide : 0;
  if (rules < ConvRules::k132)
    return (channels % 8 != 0 ? pixels * wide : 0) + wide * shape.outputChannels + block +
           (rules < ConvRules::k123 ? 32 : 64);
  if (rules == ConvRules::k132) return block + 64;
  const Size staged = channels * shape.outputChannels > 24'576 ? 24 * channels + 16'448 : 0;
  return std::max({block + 64, 24 * channels + 8 * shape.outputChannels + 64, staged});
}

// Filters of 3x3 over whole blocks of 16 channels, since 1.4.
constexpr Size threeByThreeEsp32S3(const WindowShape& shape, ConvRules rules) {
  const Size window = 9 * shape.inputChannels;
  const bool staged = rules == ConvRules::k141
                          ? shape.output.area() >= 16
                          : rules == ConvRules::kStagedLarge && window * shape.outputChannels > 24'576;
  return staged ? 40 * window + 16'480 : (shape.outputChannels + 1) * window + 4 * shape.outputChannels + 32;
}

// Until 1.2.3: the input with padding on both sides alike, then once more with what the last windows reach.
constexpr Size paddedInputsUntil123(const WindowShape& shape, ConvRules rules) {
  Size bytes = 0;
  if (shape.padded())
    bytes += (shape.input.width + 2 * shape.padding.width) * (shape.input.height + 2 * shape.padding.height);
  if (rules < ConvRules::k121) return bytes * shape.inputChannels;
  const Plane beyond = {std::max<Size>(0, shape.beyond().width), std::max<Size>(0, shape.beyond().height)};
  if (!beyond.isZero()) bytes += (shape.input.width + beyond.width) * (shape.input.height + beyond.height);
  return bytes * shape.inputChannels;
}

constexpr Size paddedInput(const WindowShape& shape) {
  const Plane trailing = shape.trailing();
  if (!shape.padded() && trailing.isZero()) return 0;
  return (shape.input.width + shape.padding.width + trailing.width) *
         (shape.input.height + shape.padding.height + trailing.height) * shape.inputChannels;
}

constexpr Size ungroupedEsp32S3(const WindowShape& shape, ConvRules rules) {
  const Size channels = shape.inputChannels;
  const Size outputs = shape.outputChannels;
  const bool three = shape.filter.width == 3 && shape.filter.height == 3;
  if (rules >= ConvRules::kPixelwise && three && channels % 16 == 0 && outputs >= 16)
    return threeByThreeEsp32S3(shape, rules);
  if (shape.pointwise()) return pointwiseEsp32S3(shape, rules);
  const Size margin = rules < ConvRules::k123 ? 32 : 64;
  if (rules >= ConvRules::k121 && shape.row() < 16 && shape.window() >= 16)
    return 4 * outputs + 32 + (outputs + 1) * roundedUp(shape.window(), 16) + margin;
  Size bytes = rules < ConvRules::k125 ? paddedInputsUntil123(shape, rules) : paddedInput(shape);
  if (rules < ConvRules::k132) bytes += shape.filter.area() * roundedUp(channels, 16) * outputs;
  if (rules >= ConvRules::k121) bytes += roundedUp(shape.row(), 16) * shape.filter.height * outputs;
  return bytes + 4 * outputs + margin;
}

constexpr Size convEsp32S3(const WindowShape& shape, ConvRules rules) {
  if (rules < ConvRules::kGroups || shape.groups() == 1) return ungroupedEsp32S3(shape, rules);
  return ungroupedEsp32S3(shape.ofOneGroup(), rules) + shape.groupCopies();
}

constexpr Size kStripBytes = 40 * 1024; // a larger padded input is taken strip by strip

// 3x3 over whole blocks of 16 channels, one filter each. `filter`: its bytes.
constexpr Size blocksEsp32S3(const WindowShape& shape, Size filter, DepthwiseRules rules) {
  const bool newest = rules == DepthwiseRules::k140;
  const Plane trailing = shape.trailing();
  const Plane more = newest ? Plane{shape.padding.width + trailing.width, shape.padding.height + trailing.height}
                     : shape.padded() ? Plane{2 * shape.padding.width, 2 * shape.padding.height}
                                      : shape.beyond();
  if (more.isZero()) return filter + 16;
  const Size row = (shape.input.width + more.width) * shape.inputChannels;
  const Size rows = shape.input.height + more.height;
  if (rules < DepthwiseRules::k121 || row * rows <= kStripBytes) return filter + row * rows + 16;
  if (!newest) return filter + row * shape.filter.height + 16;
  return filter + row * std::min(rows, std::max<Size>(3, (kStripBytes - filter - 32) / row)) + 32;
}

// 3x3 with channels rounded up to blocks of 16.
constexpr Size widenedEsp32S3(const WindowShape& shape, DepthwiseRules rules) {
  const Size wide = roundedUp(shape.inputChannels, 16);
  const Plane beyond = {std::max<Size>(0, shape.output.width * shape.stride.width + 2 - shape.input.width),
                        std::max<Size>(0, shape.output.height * shape.stride.height + 2 - shape.input.height)};
  const Size input = (shape.input.width + 2 * shape.padding.width + beyond.width) *
                     (shape.input.height + 2 * shape.padding.height + beyond.height);
  return (9 + input + shape.output.area() + (rules == DepthwiseRules::k140 ? 12 : 0)) * wide + 64;
}

// Any filter, channels rounded up to 8.
constexpr Size anyChannelsEsp32S3(const WindowShape& shape) {
  const Size wide = roundedUp(shape.inputChannels, 8);
  Size bytes = roundedUp(2 * shape.filter.area() * wide, 16);
  bytes = roundedUp(bytes + 2 * shape.input.area() * wide, 16);
  bytes = roundedUp(bytes + shape.output.area() * wide, 16);
  return bytes + 12 * wide + 16;
}

// One filter per channel, channels a multiple of 8.
constexpr Size singleEsp32S3(const WindowShape& shape, DepthwiseRules rules) {
  const Size channels = shape.inputChannels;
  const Size filter = shape.filter.area() * channels;
  const Size whole = 2 * (filter + shape.input.area() * channels);
  if (shape.filter.width != 3 || shape.filter.height != 3)
    return whole <= 48 * 1024 ? whole + 32 : 2 * filter + 2 * shape.input.width * shape.filter.height * channels + 32;
  const bool alike = shape.padding.isZero() || (shape.padding.width == 1 && shape.padding.height == 1);
  if (channels % 16 == 0 && (rules != DepthwiseRules::k130 || alike)) return blocksEsp32S3(shape, filter, rules);
  if (rules >= DepthwiseRules::k121 && channels >= 12) return widenedEsp32S3(shape, rules);
  return whole + (rules == DepthwiseRules::k110 ? 16 : 32);
}

// A column of the input at a time, since 1.4.
constexpr bool isColumn(const WindowShape& shape) {
  return shape.input.width == 1 && shape.filter.width == 1 && shape.output.width == 1 && shape.stride.width == 1 &&
         shape.padding.width == 0 && shape.inputChannels % 16 == 0;
}

// shape.inputChannels: of the input; multiplier: filters per channel.
constexpr Size depthwiseEsp32S3(const WindowShape& shape, Size multiplier, DepthwiseRules rules) {
  const Size channels = shape.inputChannels;
  if (rules == DepthwiseRules::k140 && multiplier == 1 && isColumn(shape))
    return 4 * channels + 2 * shape.filter.height * channels + 64;
  const bool three = shape.filter.width == 3 && shape.filter.height == 3;
  const bool newer = rules >= DepthwiseRules::k121;
  if (multiplier == 1 && channels % 8 == 0 && (three || newer)) return singleEsp32S3(shape, rules);
  if (newer && multiplier == 1 && channels > 3) return anyChannelsEsp32S3(shape);
  if (multiplier % 4 != 0) return 32;
  return 2 * (shape.filter.area() * channels * multiplier + shape.input.area() * channels) +
         (rules == DepthwiseRules::k110 ? 16 : 32);
}

} // namespace arenascope::tflm::esp_nn

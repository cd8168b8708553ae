#include "core/report/known_faults.h"

#include <algorithm>
#include <array>

#include "core/interpreter/tflm/esp_nn_scratch.h"
#include "core/interpreter/tflm/revisions.h"

namespace arenascope::report {

namespace op = tflm::op;
namespace esp = tflm::esp_nn;
using esp::Plane;
using esp::Size;
using tflm::EspChip;

namespace {

constexpr std::uint32_t kAlways = 99'999'999;
constexpr Size kBlock = 16; // channels that vector instructions take at once

// What the libraries' own kernels compute; others go to the reference kernel.
bool isPlain(const KernelLayer& layer) {
  return layer.inputType == "int8" && layer.weightType == "int8" && !layer.dilated && !layer.grouped;
}

// 3x3, one filter per channel, whole blocks of channels.
bool isBlocks(const KernelLayer& layer) {
  const esp::WindowShape& window = layer.window;
  return isPlain(layer) && layer.multiplier == 1 && window.filter.width == 3 && window.filter.height == 3 &&
         window.inputChannels % kBlock == 0;
}

bool isPaddedUnevenly(const KernelLayer& layer) {
  const Plane& padding = layer.window.padding;
  const bool alike = padding.isZero() || (padding.width == 1 && padding.height == 1);
  return isBlocks(layer) && !alike;
}

Size wholeInput(const esp::WindowShape& window) {
  return (window.output.width * window.stride.width + 2) * (window.output.height * window.stride.height + 2);
}

ScratchUse unevenly(const KernelLayer& layer, EspChip chip, std::uint32_t version) {
  const esp::WindowShape& window = layer.window;
  const Size asked = esp::depthwiseBytes(chip, window, 1, version);
  if (version < 1020100) return {asked, 2 * (9 + window.input.area()) * window.inputChannels + 32};
  return {asked, (9 + wholeInput(window) + window.output.area()) * window.inputChannels + 16};
}

bool isWrittenWhole(const KernelLayer& layer) {
  const esp::WindowShape& window = layer.window;
  const Plane beyond = window.beyond();
  return isBlocks(layer) && !window.padded() && !beyond.isZero() &&
         wholeInput(window) * window.inputChannels > esp::kStripBytes;
}

ScratchUse whole(const KernelLayer& layer, EspChip chip, std::uint32_t version) {
  return {esp::depthwiseBytes(chip, layer.window, 1, version),
          (9 + wholeInput(layer.window)) * layer.window.inputChannels + 16};
}

bool isSmallPadded(const KernelLayer& layer) {
  return isPlain(layer) && layer.window.window() < kBlock && layer.window.padded();
}

// The input is taken in strips with widened channels, though the whole of it with its own was asked for.
ScratchUse widened(const KernelLayer& layer, EspChip chip, std::uint32_t version) {
  const esp::WindowShape& window = layer.window;
  const esp::Strip strip(window);
  const Size fixed = 4 * window.outputChannels + strip.filters;
  const Size rows = (esp::rowsInStrip(window, strip, esp::kCacheBytes - fixed) - 1) * window.stride.height +
                    window.filter.height + window.padding.height;
  return {esp::convBytes(chip, window, version), fixed + rows * strip.row};
}

bool reachesFurtherBehind(const KernelLayer& layer) {
  const Plane trailing = layer.window.trailing();
  const Plane& padding = layer.window.padding;
  return isPlain(layer) && !layer.window.pointwise() &&
         (trailing.width > padding.width || trailing.height > padding.height);
}

bool reachesFurtherPadded(const KernelLayer& layer) {
  const bool rearranged = layer.window.row() < kBlock && layer.window.window() >= kBlock;
  return reachesFurtherBehind(layer) && layer.window.padded() && !rearranged;
}

bool hasOneRowBehind(const KernelLayer& layer) {
  return isPlain(layer) && !layer.window.padded() && layer.window.row() >= kBlock &&
         layer.window.trailing().height == 1 && layer.window.filter.height != 3;
}

bool hasManyChannels(const KernelLayer& layer) {
  return isPlain(layer) && layer.multiplier == 1 && layer.window.inputChannels > 256;
}

bool hasUnalignedRows(const KernelLayer& layer) {
  return layer.inputType == "int8" && layer.outermost() > 1 && layer.innermost() % 8 != 0;
}

bool hasLongOddRows(const KernelLayer& layer) {
  return layer.inputType == "int8" && layer.outermost() > 1 && layer.innermost() >= 32 &&
         layer.innermost() % kBlock != 0;
}

bool hasRowsLongerThanAsked(const KernelLayer& layer) {
  if (layer.inputType != "int8" || layer.input.empty()) return false;
  return layer.input.size() == 1 || layer.innermost() > layer.input[1];
}

ScratchUse ofSecondDimension(const KernelLayer& layer, EspChip /*chip*/, std::uint32_t /*version*/) {
  if (layer.input.size() < 2) return {};
  return {4 * layer.input[1], 4 * layer.innermost()};
}

bool isOutOfStep(const KernelLayer& layer) {
  const esp::WindowShape& window = layer.window;
  const bool asConvolution = window.stride.width <= 2 && window.stride.height <= 2 && window.inputChannels > 16;
  return layer.inputType == "int8" && layer.weightType == "int8" && !asConvolution &&
         window.padding.height % window.stride.height != 0;
}

bool isWideWithoutBias(const KernelLayer& layer) { return layer.inputType == "int16" && !layer.hasBias; }

bool isVectorised(const KernelLayer& layer) { return layer.inputType == "int8"; }

constexpr const char* kUse140 = "use esp-nn 1.4.0";
constexpr const char* kUse141 = "use esp-nn 1.4.1";
constexpr const char* kUse126 = "use esp-nn 1.2.6";
constexpr const char* kUse150 = "use esp-nn 1.5.0 (or 1.2.6, which has no such loops)";
constexpr const char* kLoops = "uses hardware loops that the code's layout can misplace: illegal instructions or load "
                               "faults";
constexpr const char* kAddBias = "convert the model with a bias in that layer";

const std::array kFaults = {
    KnownFault{.versions = "up to 1.2.9",
               .until = 1020900,
               .chip = EspChip::kEsp32S3,
               .code = op::kDepthwiseConv2d,
               .kind = FaultKind::kOverrun,
               .hits = isPaddedUnevenly,
               .scratch = unevenly,
               .instead = kUse140},
    KnownFault{.versions = "1.2.1 to 1.3.2",
               .since = 1020100,
               .until = 1030200,
               .chip = EspChip::kEsp32S3,
               .code = op::kDepthwiseConv2d,
               .kind = FaultKind::kOverrun,
               .hits = isWrittenWhole,
               .scratch = whole,
               .instead = kUse140},
    KnownFault{.versions = "1.2.3 to 1.3.2",
               .since = 1020300,
               .until = 1030200,
               .chip = EspChip::kEsp32P4,
               .code = op::kConv2d,
               .kind = FaultKind::kOverrun,
               .hits = isSmallPadded,
               .scratch = widened,
               .instead = kUse141},
    KnownFault{.versions = "up to 1.2.0",
               .until = 1020099,
               .chip = EspChip::kEsp32S3,
               .code = op::kConv2d,
               .hits = reachesFurtherBehind,
               .does = "reads beyond the last column or row of its input, so that outputs are wrong",
               .instead = kUse126},
    KnownFault{.versions = "1.2.1 to 1.2.4 (1.2.5 may have it mended)",
               .since = 1020100,
               .until = 1020500,
               .chip = EspChip::kEsp32S3,
               .code = op::kConv2d,
               .hits = reachesFurtherPadded,
               .does = "computes the last column or row of its output wrongly",
               .instead = kUse126},
    KnownFault{.versions = "1.2.3 to 1.2.4 (1.2.5 may have it mended)",
               .since = 1020300,
               .until = 1020500,
               .chip = EspChip::kEsp32P4,
               .code = op::kConv2d,
               .hits = hasOneRowBehind,
               .does = "computes the last row of its output from two input rows, whatever the filter",
               .instead = kUse126},
    KnownFault{.versions = "1.2.3 to 1.3.1",
               .since = 1020300,
               .until = 1030100,
               .chip = EspChip::kEsp32P4,
               .code = op::kDepthwiseConv2d,
               .hits = hasManyChannels,
               .does = "leaves out bias and input offset with more than 256 channels, so that outputs are wrong",
               .instead = kUse141},
    KnownFault{.versions = "up to 1.2.5",
               .until = 1020500,
               .chip = EspChip::kEsp32S3,
               .code = op::kFullyConnected,
               .hits = hasUnalignedRows,
               .does = "reads rows that are not aligned to 8 bytes wrongly, so that outputs of all but the first are "
                       "wrong",
               .instead = kUse126},
    KnownFault{.versions = "1.2.1 to 1.3.2",
               .since = 1020100,
               .until = 1030200,
               .chip = EspChip::kEsp32S3,
               .code = op::kSoftmax,
               .hits = hasLongOddRows,
               .does = "looks for a row's largest value at addresses rounded down, so that outputs may be wrong",
               .instead = kUse141},
    KnownFault{.versions = "up to 1.3.2",
               .until = 1030200,
               .chip = EspChip::kEsp32S3,
               .code = op::kSoftmax,
               .kind = FaultKind::kOverrun,
               .hits = hasRowsLongerThanAsked,
               .scratch = ofSecondDimension,
               .instead = kUse141},
    KnownFault{.versions = "up to 1.3.2",
               .until = 1030200,
               .chip = EspChip::kEsp32P4,
               .code = op::kSoftmax,
               .kind = FaultKind::kOverrun,
               .hits = hasRowsLongerThanAsked,
               .scratch = ofSecondDimension,
               .instead = kUse141},
    KnownFault{.versions = "up to 1.5.0 at least",
               .until = kAlways,
               .chip = EspChip::kGeneric,
               .code = op::kSoftmax,
               .kind = FaultKind::kOverrun,
               .hits = hasRowsLongerThanAsked,
               .scratch = ofSecondDimension,
               .instead = "put a RESHAPE to two dimensions before it"},
    KnownFault{.versions = "1.2.7 to 1.4.2",
               .since = 1020700,
               .until = 1040200,
               .chip = EspChip::kEsp32P4,
               .code = op::kConv2d,
               .kind = FaultKind::kCrash,
               .hits = isVectorised,
               .does = kLoops,
               .instead = kUse150},
    KnownFault{.versions = "1.2.7 to 1.4.2",
               .since = 1020700,
               .until = 1040200,
               .chip = EspChip::kEsp32P4,
               .code = op::kDepthwiseConv2d,
               .kind = FaultKind::kCrash,
               .hits = isVectorised,
               .does = kLoops,
               .instead = kUse150},
    KnownFault{.library = FaultyLibrary::kCmsisNn,
               .versions = "of November 2023 and later",
               .since = 20231107,
               .until = kAlways,
               .code = op::kTransposeConv,
               .hits = isOutOfStep,
               .does =
                   "gets its rows out of step, since the padding is not a multiple of the stride: outputs are wrong",
               .instead = "use the reference kernel for TRANSPOSE_CONV, or a padding that is a multiple of the stride"},
    KnownFault{.library = FaultyLibrary::kCmsisNn,
               .versions = "of November 2023 and later",
               .since = 20231107,
               .until = kAlways,
               .code = op::kTransposeConv,
               .kind = FaultKind::kCrash,
               .hits = isWideWithoutBias,
               .does = "reads the type of a bias that is not there",
               .instead = kAddBias},
    KnownFault{.library = FaultyLibrary::kReference,
               .versions = "up to May 2024",
               .until = tflm::kOptionalWideBias - 1,
               .code = op::kTransposeConv,
               .kind = FaultKind::kCrash,
               .hits = isWideWithoutBias,
               .does = "reads the type of a bias that is not there",
               .instead = kAddBias}};

} // namespace

const char* faultKindName(FaultKind kind) {
  switch (kind) {
  case FaultKind::kOverrun: return "overrun";
  case FaultKind::kCrash: return "crash";
  default: return "wrong outputs";
  }
}

std::span<const KnownFault> knownFaults() { return kFaults; }

} // namespace arenascope::report

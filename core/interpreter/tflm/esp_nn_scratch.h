// Scratch memory of esp-nn's kernels, by chip and version: which rules are whose. Until 1.3.1 compared with the
// library's own getters, compiled for each version, on random shapes; what is not proven takes the larger of what it
// may be. Versions are 1020100 for 1.2.1 (esp_nn_versions.h).
#pragma once

#include "core/interpreter/tflm/esp_nn_scratch_p4.h"
#include "core/interpreter/tflm/esp_nn_scratch_s3.h"
#include "core/interpreter/tflm/variant.h"

namespace arenascope::tflm::esp_nn {

constexpr Size convOfEsp32S3(const WindowShape& shape, std::uint32_t version) {
  const auto by = [&](ConvRules rules) { return convEsp32S3(shape, rules); };
  if (version < 1020100) return by(ConvRules::k110);
  if (version < 1020300) return by(ConvRules::k121);
  if (version < 1020400) return by(ConvRules::k123);
  if (version < 1020600) return std::max(by(ConvRules::k123), by(ConvRules::k125)); // one of them has the change
  if (version < 1030200) return by(ConvRules::k125);
  if (version < 1040000) return by(ConvRules::k132);
  if (version >= 1040100) return by(ConvRules::k141);
  return std::max(
      {by(ConvRules::kPixelwise), by(ConvRules::kGroups), by(ConvRules::kStagedLarge), by(ConvRules::k141)});
}

constexpr Size convOfEsp32P4(const WindowShape& shape, std::uint32_t version) {
  const auto by = [&](P4ConvRules rules) { return convEsp32P4(shape, rules); };
  if (version < 1020300) return by(P4ConvRules::k110);
  if (version < 1040000) return by(P4ConvRules::k123);
  return version >= 1040100 ? by(P4ConvRules::k141) : std::max(by(P4ConvRules::k140), by(P4ConvRules::k141));
}

constexpr Size convBytes(EspChip chip, const WindowShape& shape, std::uint32_t version) {
  switch (chip) {
  case EspChip::kEsp32S3: return convOfEsp32S3(shape, version);
  case EspChip::kEsp32P4: return convOfEsp32P4(shape, version);
  default: return 0;
  }
}

constexpr DepthwiseRules depthwiseRules(std::uint32_t version) {
  if (version < 1020001) return DepthwiseRules::k110;
  if (version < 1020100) return DepthwiseRules::k1201;
  if (version < 1030000) return DepthwiseRules::k121;
  return version < 1040000 ? DepthwiseRules::k130 : DepthwiseRules::k140;
}

constexpr Size depthwiseBytes(EspChip chip, const WindowShape& shape, Size multiplier, std::uint32_t version) {
  if (chip == EspChip::kEsp32S3) return depthwiseEsp32S3(shape, multiplier, depthwiseRules(version));
  const bool sums = chip == EspChip::kEsp32P4 && version >= 1030200 && multiplier == 1 && shape.inputChannels >= 8;
  return sums ? 4 * shape.inputChannels : 0;
}

inline constexpr Size kSoftmaxTables = 2064; // two tables of 256 words, aligned

// Until 1.3.2, and on chips without vectors, of the second dimension, whatever that is.
constexpr Size softmaxBytes(EspChip chip, Size secondDimension, std::uint32_t version) {
  const Size row = 4 * secondDimension;
  if (chip == EspChip::kGeneric || version < 1040000) return row;
  return version >= 1040100 ? kSoftmaxTables : std::max(row, kSoftmaxTables);
}

} // namespace arenascope::tflm::esp_nn

// Versions of esp-nn, and how far what is known of their scratch memory (esp_nn_scratch.h) is proven.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/interpreter/tflm/variant.h"

namespace arenascope::tflm {

enum class Evidence : std::uint8_t {
  kProven,     // compared with the compiled functions of that version, or of the same files
  kRead,       // as read in its source, or in that of the versions around it
  kUpperBound, // one of several rules, the largest is taken
  kAssumed,    // as in an earlier version
};

struct EspNnVersion {
  const char* name;
  std::uint32_t number; // as kernels are configured with
  Evidence s3 = Evidence::kProven;
  Evidence p4 = Evidence::kProven;      // and ESP32-S31
  Evidence generic = Evidence::kProven; // the other chips
  bool stands = false;                  // for the versions around it, whose memory is the same

  constexpr Evidence of(EspChip chip) const {
    return chip == EspChip::kEsp32S3 ? s3 : chip == EspChip::kEsp32P4 ? p4 : generic;
  }
};

// The newest first. 1.2.0~1 is what the tag v1.2.0 stands at.
inline constexpr std::array kEspNnVersions = {
    EspNnVersion{"1.5.0", 1050000, Evidence::kAssumed, Evidence::kAssumed, Evidence::kAssumed},
    EspNnVersion{"1.4.2", 1040200, Evidence::kRead, Evidence::kRead, Evidence::kAssumed},
    EspNnVersion{"1.4.1", 1040100, Evidence::kRead, Evidence::kRead, Evidence::kAssumed, true},
    EspNnVersion{"1.4.0", 1040000, Evidence::kUpperBound, Evidence::kUpperBound, Evidence::kAssumed, true},
    EspNnVersion{"1.3.2", 1030200, Evidence::kRead, Evidence::kRead, Evidence::kAssumed, true},
    EspNnVersion{.name = "1.3.1", .number = 1030100, .stands = true},
    EspNnVersion{"1.3.0", 1030000, Evidence::kRead},
    EspNnVersion{"1.2.9", 1020900, Evidence::kRead},
    EspNnVersion{"1.2.8", 1020800, Evidence::kRead},
    EspNnVersion{"1.2.7", 1020700, Evidence::kRead},
    EspNnVersion{.name = "1.2.6", .number = 1020600, .stands = true},
    EspNnVersion{"1.2.5", 1020500, Evidence::kUpperBound},
    EspNnVersion{"1.2.4", 1020400, Evidence::kUpperBound},
    EspNnVersion{.name = "1.2.3", .number = 1020300, .stands = true},
    EspNnVersion{"1.2.2", 1020200},
    EspNnVersion{.name = "1.2.1", .number = 1020100, .stands = true},
    EspNnVersion{.name = "1.2.0~1", .number = 1020001, .stands = true},
    EspNnVersion{"1.2.0", 1020000},
    EspNnVersion{.name = "1.1.2", .number = 1010200, .stands = true},
    EspNnVersion{"1.1.1", 1010100},
    EspNnVersion{"1.1.0", 1010000}};

// "esp-nn@1.2.1"; nullptr for other kernel sets and unknown versions.
constexpr const EspNnVersion* espNnVersion(std::string_view kernels) {
  constexpr std::string_view kPrefix = "esp-nn@";
  if (kernels.substr(0, kPrefix.size()) != kPrefix) return nullptr;
  for (const EspNnVersion& version : kEspNnVersions)
    if (kernels.substr(kPrefix.size()) == version.name) return &version;
  return nullptr;
}

// The newest that is proven for all chips: what "esp-nn" means.
constexpr const EspNnVersion& provenEspNn() {
  for (const EspNnVersion& version : kEspNnVersions)
    if (version.s3 == Evidence::kProven && version.p4 == Evidence::kProven && version.generic == Evidence::kProven)
      return version;
  return kEspNnVersions.back();
}

// The ESP32-S31 has the kernels of the ESP32-P4 since then, before those without vectors.
inline constexpr std::uint32_t kEsp32S31Vectors = 1030000;

// By a target's name.
constexpr EspChip espChipOf(std::string_view target) {
  if (target == "esp32s3") return EspChip::kEsp32S3;
  if (target == "esp32p4") return EspChip::kEsp32P4;
  return target == "esp32s31" ? EspChip::kEsp32S31 : EspChip::kGeneric;
}

// The chip whose kernels a target has with a version.
constexpr EspChip espChipAt(EspChip chip, std::uint32_t version) {
  if (chip != EspChip::kEsp32S31) return chip;
  return version < kEsp32S31Vectors ? EspChip::kGeneric : EspChip::kEsp32P4;
}

} // namespace arenascope::tflm

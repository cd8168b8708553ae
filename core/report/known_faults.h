// Known faults of kernels: they request less scratch memory than they write, read beyond a tensor, or compute wrongly.
// By library, version, chip and shape; none depends on a model's name.
#pragma once

#include <cstdint>
#include <span>

#include "core/interpreter/tflm/variant.h"
#include "core/report/kernel_layer.h"

namespace arenascope::report {

enum class FaultKind : std::uint8_t { kOverrun, kWrongOutputs, kCrash };
const char* faultKindName(FaultKind kind); // "overrun", "wrong outputs", "crash"

enum class FaultyLibrary : std::uint8_t { kEspNn, kCmsisNn, kReference };

// Bytes of scratch memory; `written` is the least that has been observed.
struct ScratchUse {
  std::int64_t asked = 0;
  std::int64_t written = 0;
};

struct KnownFault {
  FaultyLibrary library = FaultyLibrary::kEspNn;
  const char* versions = "";                    // "1.2.1 to 1.3.2"
  std::uint32_t since = 0;                      // version of esp-nn, or date of TFLM's revision; inclusive
  std::uint32_t until = 0;                      // inclusive
  tflm::EspChip chip = tflm::EspChip::kGeneric; // of esp-nn's
  std::int32_t code = 0;
  FaultKind kind = FaultKind::kWrongOutputs;
  bool (*hits)(const KernelLayer& layer) = nullptr;
  ScratchUse (*scratch)(const KernelLayer& layer, tflm::EspChip chip, std::uint32_t version) = nullptr;
  const char* does = "";    // "reads beyond the last column"; empty if `scratch` says it
  const char* instead = ""; // what to use
};

std::span<const KnownFault> knownFaults();

} // namespace arenascope::report

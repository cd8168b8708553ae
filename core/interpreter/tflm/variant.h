// The TensorFlow Lite Micro that a run mirrors, if it is not the one that an image was built as: shared by configurable
// firmware and the host. All zeros: as built.
#pragma once

#include <cstdint>

namespace arenascope::tflm {

// Chips with esp-nn kernels, by their scratch memory.
enum class EspChip : std::uint32_t {
  kGeneric, // ESP32, ESP32-S2, ESP32-C3, ESP32-C6
  kEsp32S3,
  kEsp32P4,
  kEsp32S31, // of a target; a variant has the chip whose kernels those are (esp_nn_versions.h)
};

struct Variant {
  std::int32_t date = 0; // of the revision (core/interpreter/tflm/revisions.h); 0: the current one
  EspChip espChip = EspChip::kGeneric;
  std::uint32_t espNn = 0;             // version, 1020100 for 1.2.1; with that kernel set
  std::uint32_t shortEspConv = 0;      // 1: its CONV_2D requests less than it uses
  std::uint32_t separateVariables = 0; // 1: resource variables lie in separate memory, not in the arena
  std::uint32_t vectors = 0;           // 1: CMSIS-NN for Arm's M-profile vector extension (MVE, Helium)
  std::uint32_t armCompiler = 0;       // 1: CMSIS-NN as compiled by Arm's compiler (armclang)
  std::uint32_t earlierCmsisNn = 0;    // 1: the kernel set is CMSIS-NN of that date

  // Whether the revision precedes a change of that date (core/interpreter/tflm/revisions.h).
  constexpr bool isBefore(std::int32_t change) const { return date != 0 && date < change; }

  friend bool operator==(const Variant&, const Variant&) = default;
};

} // namespace arenascope::tflm

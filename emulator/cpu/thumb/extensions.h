// Instructions that a processor has: the emulator executes some that the silicon lacks.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "emulator/cpu/cycle_model.h"

namespace arenascope::thumb {

enum class FloatUnit : std::uint8_t { kNone, kSingleV4, kSingleV5, kDoubleV5 };

struct InstructionSet {
  bool mainline = true; // Armv7-M and later; false for Armv6-M
  bool dsp = false;
  bool version8 = false; // load-acquire and store-release, security
  FloatUnit floats = FloatUnit::kNone;
  bool vectors = false; // MVE
};

// Whether a 32-bit instruction, given as halfwords, belongs to the DSP extension.
bool isDspData(std::uint32_t first, std::uint32_t second);
bool isDspMultiply(std::uint32_t first, std::uint32_t second);

// The first instruction of the code that the processor lacks. Source: the encoding tables of the architecture reference
// manuals, Arm DDI 0419 (Armv6-M), DDI 0403 (Armv7-M) and DDI 0553 (Armv8-M).
std::optional<cpu::MissingInstruction> findMissing(const InstructionSet& set, std::span<const std::uint8_t> code,
                                                   std::uint32_t address);

} // namespace arenascope::thumb

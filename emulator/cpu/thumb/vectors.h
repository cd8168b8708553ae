// Instructions of Armv8.1-M that the disassembler library lacks: the vector extension (MVE, Helium) and low-overhead
// loops. Source: the encoding tables of the architecture reference manual, Arm DDI 0553B.
#pragma once

#include <cstdint>
#include <optional>

#include "emulator/cpu/thumb/decoder.h"

namespace arenascope::thumb {

// Decodes two halfwords; nothing if it is another instruction.
std::optional<Instruction> decodeVector(std::uint32_t first, std::uint32_t second, std::uint32_t address);

} // namespace arenascope::thumb

// Executable format of an instruction set, for readers of its files.
#pragma once

#include <elf.h>

#include <cstdint>
#include <span>

namespace arenascope::cpu {

// A range of instructions, without the constants in between.
struct CodeRange {
  std::uint32_t address = 0;
  std::span<const std::uint8_t> bytes;
};

struct Format {
  const char* name;            // "32-bit ARM"
  unsigned elfMachine;         // e_machine
  unsigned absoluteRelocation; // relocation type for a whole address
  char codeMapping;            // letter of mapping symbols for code
  std::uint32_t pointerTag;    // set in pointers to code; not part of the address

  constexpr std::uint32_t addressOf(std::uint32_t pointer) const { return pointer & ~pointerTag; }
};

inline constexpr Format kThumbFormat = {"32-bit ARM", EM_ARM, R_ARM_ABS32, 't', 1};
inline constexpr Format kRiscVFormat = {"32-bit RISC-V", EM_RISCV, R_RISCV_32, 'x', 0};

} // namespace arenascope::cpu

// Splits RISC-V code into instructions, without decoding them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace arenascope::riscv {

// The halfword at `at`; 0 beyond the end.
inline std::uint32_t halfwordAt(std::span<const std::uint8_t> code, std::size_t at) {
  return at + 1 < code.size() ? static_cast<std::uint32_t>(code[at] | code[at + 1] << 8) : 0U;
}

// Instruction length from the first halfword: compressed ones do not end in 0b11.
constexpr std::uint32_t instructionBytes(std::uint32_t first) { return (first & 3) == 3 ? 4 : 2; }

} // namespace arenascope::riscv

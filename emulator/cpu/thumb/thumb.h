// Splits Thumb code into instructions, without decoding them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace arenascope::thumb {

// The halfword at `at`; 0 beyond the end.
inline std::uint32_t halfwordAt(std::span<const std::uint8_t> code, std::size_t at) {
  return at + 1 < code.size() ? static_cast<std::uint32_t>(code[at] | code[at + 1] << 8) : 0U;
}

// Instruction length from the first halfword: 32-bit ones start with 0b11101, 0b11110 or 0b11111.
constexpr std::uint32_t instructionBytes(std::uint32_t first) { return first >> 11 >= 0b11101 ? 4 : 2; }

} // namespace arenascope::thumb

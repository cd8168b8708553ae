#include "emulator/cpu/thumb/stack_bytes.h"

#include <bit>
#include <cstring>

#include "emulator/cpu/thumb/thumb.h"

namespace arenascope::thumb {

namespace {

constexpr std::uint32_t kRegister = 4; // bytes

std::uint32_t halfword(std::span<const std::uint8_t> code, std::size_t at) {
  std::uint16_t value = 0;
  if (at + sizeof(value) <= code.size()) std::memcpy(&value, code.data() + at, sizeof(value));
  return value;
}

// The constant of a 32-bit data instruction: one byte repeated, or one rotated.
std::uint32_t modifiedConstant(std::uint32_t bits) {
  const std::uint32_t byte = bits & 0xFF;
  switch (bits >> 8) {
  case 0: return byte;
  case 1: return byte << 16 | byte;
  case 2: return byte << 24 | byte << 8;
  case 3: return byte << 24 | byte << 16 | byte << 8 | byte;
  default: return std::rotr(0x80U | (bits & 0x7F), static_cast<int>(bits >> 7));
  }
}

std::uint32_t ofLong(std::uint32_t first, std::uint32_t second) {
  const std::uint32_t constant = (first & 0x400) << 1 | (second & 0x7000) >> 4 | (second & 0xFF);
  if (first == 0xE92D) return kRegister * static_cast<std::uint32_t>(std::popcount(second));        // PUSH.W
  if (first == 0xF84D && (second & 0xFFF) == 0xD04) return kRegister;                               // of one register
  if ((first & 0xFFBF) == 0xED2D && (second & 0xE00) == 0xA00) return kRegister * (second & 0xFF);  // VPUSH
  if ((first & 0xFBFF) == 0xF1AD && (second & 0x8F00) == 0x0D00) return modifiedConstant(constant); // SUB.W
  if ((first & 0xFBFF) == 0xF2AD && (second & 0x8F00) == 0x0D00) return constant;                   // SUBW
  return 0;
}

} // namespace

std::uint32_t stackBytes(std::span<const std::uint8_t> code) {
  std::uint32_t bytes = 0;
  for (std::size_t at = 0; at + 2 <= code.size();) {
    const std::uint32_t first = halfword(code, at);
    if ((first & 0xFE00) == 0xB400)
      bytes += kRegister * static_cast<std::uint32_t>(std::popcount(first & 0x1FF)); // PUSH
    if ((first & 0xFF80) == 0xB080) bytes += kRegister * (first & 0x7F);             // SUB
    const std::size_t length = instructionBytes(first);
    if (length == 4) bytes += ofLong(first, halfword(code, at + 2));
    at += length;
  }
  return bytes;
}

} // namespace arenascope::thumb

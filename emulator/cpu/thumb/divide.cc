#include "emulator/cpu/thumb/divide.h"

#include <bit>

#include "emulator/cpu/thumb/thumb.h"

namespace arenascope::thumb {

std::vector<DivideSite> findDivides(std::span<const std::uint8_t> code, std::uint32_t address) {
  std::vector<DivideSite> sites;
  int conditional = 0; // instructions still covered by an IT
  for (std::size_t at = 0; at + 1 < code.size();) {
    const std::uint32_t first = halfwordAt(code, at);
    const std::uint32_t second = halfwordAt(code, at + 2);
    const bool isIfThen = (first & 0xFF00) == 0xBF00 && (first & 0xF) != 0;
    if (isIfThen)
      conditional = 4 - std::countr_zero(first & 0xF);
    else if (conditional > 0)
      --conditional;
    else if ((first & 0xFFD0) == 0xFB90 && (second & 0xF0F0) == 0xF0F0)
      sites.push_back({.address = static_cast<std::uint32_t>(address + at),
                       .dividend = static_cast<std::uint8_t>(first & 0xF),
                       .divisor = static_cast<std::uint8_t>(second & 0xF),
                       .isSigned = (first & 0x20) == 0});
    at += instructionBytes(first);
  }
  return sites;
}

std::uint32_t divideCycles(std::uint32_t dividend, std::uint32_t divisor, bool isSigned) {
  const auto magnitude = [isSigned](std::uint32_t x) { return isSigned && x >> 31 != 0 ? 0U - x : x; };
  const std::uint32_t n = magnitude(dividend);
  const std::uint32_t d = magnitude(divisor);
  if (d == 0 || n < d) return 0;
  const auto bits = static_cast<std::uint32_t>(std::bit_width(n) - std::bit_width(d) + 1);
  return (bits * 10 + 31) / 32;
}

} // namespace arenascope::thumb

#include "emulator/timing/divide.h"

#include <bit>

namespace arenascope::timing {

std::vector<DivideSite> findDivides(std::span<const std::uint8_t> code, std::uint32_t address) {
  std::vector<DivideSite> sites;
  for (std::size_t at = 0; at + 3 < code.size(); at += 2) {
    const auto first = static_cast<std::uint32_t>(code[at] | code[at + 1] << 8);
    const auto second = static_cast<std::uint32_t>(code[at + 2] | code[at + 3] << 8);
    if ((first & 0xFFD0) != 0xFB90 || (second & 0xF0F0) != 0xF0F0) continue;
    sites.push_back({.address = static_cast<std::uint32_t>(address + at),
                     .dividend = static_cast<std::uint8_t>(first & 0xF),
                     .divisor = static_cast<std::uint8_t>(second & 0xF),
                     .isSigned = (first & 0x20) == 0});
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

} // namespace arenascope::timing

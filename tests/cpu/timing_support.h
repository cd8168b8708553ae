// Code for tests of the cycle models, written as Thumb halfwords in the order in which they are executed.
#pragma once

#include <cstdint>
#include <vector>

namespace arenascope::thumb {

inline constexpr std::uint32_t kCodeStart = 0x08000000;

inline std::vector<std::uint8_t> bytesOf(const std::vector<std::uint16_t>& halfwords) {
  std::vector<std::uint8_t> bytes;
  for (const std::uint16_t halfword : halfwords) {
    bytes.push_back(static_cast<std::uint8_t>(halfword));
    bytes.push_back(static_cast<std::uint8_t>(halfword >> 8));
  }
  return bytes;
}

} // namespace arenascope::thumb

#include "emulator/rp2040/rp2040_flash.h"

namespace arenascope::rp2040 {

namespace {

constexpr std::uint32_t kPolynomial = 0x04C11DB7;

} // namespace

bool hasLoader(std::span<const std::uint8_t> flash) {
  if (flash.size() <= kLoaderBytes) return false;
  std::uint32_t checksum = ~std::uint32_t{0};
  for (const std::uint8_t byte : flash.first(kLoaderBytes - 4)) {
    checksum ^= static_cast<std::uint32_t>(byte) << 24;
    for (int bit = 0; bit < 8; ++bit) checksum = checksum << 1 ^ ((checksum >> 31) != 0 ? kPolynomial : 0);
  }
  std::uint32_t stored = 0;
  for (std::uint32_t i = 0; i < 4; ++i) stored |= static_cast<std::uint32_t>(flash[kLoaderBytes - 4 + i]) << (8 * i);
  return checksum == stored;
}

} // namespace arenascope::rp2040

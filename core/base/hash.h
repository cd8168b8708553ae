// Hashes of bytes, for reports.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace arenascope {

// FNV-1a, 64 bits.
std::uint64_t fnv1a64(std::span<const std::uint8_t> bytes);
// 16 hexadecimal digits.
std::string hex64(std::uint64_t value);
std::string hexBytes(std::span<const std::uint8_t> bytes);
std::string sha256Hex(std::span<const std::uint8_t> bytes);

} // namespace arenascope

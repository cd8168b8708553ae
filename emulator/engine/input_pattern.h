// The bytes of inputs that the user has not given.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace arenascope::engine {

// A xorshift32 sequence seeded with 0x9E3779B9 + input, one step for each element: its low bits for integer types
// (32- and 64-bit ones: modulo 16), (x >> 8) · 2^-23 - 1 for floats. type as in profile::TensorInfo.
std::vector<std::uint8_t> inputPattern(std::uint32_t input, const std::string& type, std::uint64_t bytes);

} // namespace arenascope::engine

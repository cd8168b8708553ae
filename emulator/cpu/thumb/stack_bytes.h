// Stack use of function prologues. Encodings: Arm DDI 0403, A7.
#pragma once

#include <cstdint>
#include <span>

namespace arenascope::thumb {

// Total of all pushes and subtractions in a block.
std::uint32_t stackBytes(std::span<const std::uint8_t> code);

} // namespace arenascope::thumb

// The time of a divide depends on its quotient: the only instruction whose time depends on data.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace arenascope::thumb {

struct DivideSite {
  std::uint32_t address = 0;
  std::uint8_t dividend = 0; // core registers
  std::uint8_t divisor = 0;
  bool isSigned = false;
};

// Every SDIV and UDIV in a block of code without constants, except in IT blocks.
std::vector<DivideSite> findDivides(std::span<const std::uint8_t> code, std::uint32_t address);

// Minimum of every divide, counted by the cycle models.
inline constexpr std::uint32_t kShortestDivide = 2;
// Additional cycles, 0 to 10. Source: Arm DDI 0337I and DDI 0439D give 2 to 12, with early termination "based on the
// number of leading ones and zeroes in the input operands". Assumed: as many as the quotient has bits, up to ten for
// 32; and the same on Cortex-M7 and Cortex-M33, for which Arm publishes nothing.
std::uint32_t divideCycles(std::uint32_t dividend, std::uint32_t divisor, bool isSigned);

} // namespace arenascope::thumb

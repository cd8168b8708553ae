#include "emulator/timing/cycle_model.h"

namespace arenascope::timing {

std::uint32_t countInstructions(std::span<const std::uint8_t> code) {
  std::uint32_t count = 0;
  for (std::size_t i = 0; i + 1 < code.size(); ++count) i += (code[i + 1] >> 3) >= 0b11101 ? 4 : 2;
  return count;
}

} // namespace arenascope::timing

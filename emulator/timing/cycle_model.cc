#include "emulator/timing/cycle_model.h"

namespace arenascope::timing {

BlockCost CycleModel::blockCost(std::span<const std::uint8_t> code, std::uint32_t address) const {
  const std::vector<Instruction> block = decoder_.decode(code, address);
  BlockCost result;
  if (!block.empty()) result = cost(block);
  result.instructions = countInstructions(code);
  return result;
}

} // namespace arenascope::timing

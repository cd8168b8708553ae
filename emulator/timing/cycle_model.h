// What a stretch of straight code costs on one processor core. Costs are computed once for each translation block and
// added each time it runs; what depends on the way taken is apart.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

namespace arenascope::timing {

struct BlockCost {
  std::uint32_t instructions = 0; // 16- and 32-bit instructions, those in IT blocks included
  std::uint32_t cycles = 0;       // with zero wait states, as if no branch at the end were taken
  std::uint32_t takenCycles = 0;  // more, when execution goes on elsewhere than behind the block
  std::uint32_t entryCycles = 0;  // more, when the block is reached by a taken branch
};

class CycleModel {
public:
  virtual ~CycleModel() = default;
  // code: Thumb instructions from `address` to the end of the block.
  virtual BlockCost blockCost(std::span<const std::uint8_t> code, std::uint32_t address) = 0;
};

std::unique_ptr<CycleModel> makeCortexM0Plus();
std::unique_ptr<CycleModel> makeCortexM4();

// How many Thumb instructions the bytes hold: 32-bit ones start with 0b11101, 0b11110 or 0b11111.
std::uint32_t countInstructions(std::span<const std::uint8_t> code);

} // namespace arenascope::timing

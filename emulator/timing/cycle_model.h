// What a stretch of straight code costs on one processor core. Costs are computed once for each translation block and
// added each time it runs; what depends on the way taken is apart.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "emulator/timing/decoder.h"
#include "emulator/timing/instruction_set.h"

namespace arenascope::timing {

struct BlockCost {
  std::uint32_t instructions = 0; // 16- and 32-bit instructions, those in IT blocks included
  std::uint32_t cycles = 0;       // with zero wait states, as if no branch at the end were taken
  std::int32_t takenCycles = 0;   // more, when execution goes on elsewhere than behind the block; less, when negative
  std::uint32_t entryCycles = 0;  // more, when the block is reached by a taken branch
};

// Cycles to fill the pipeline again behind a taken branch.
struct BranchRefill {
  std::int32_t direct = 0;   // the address is in the instruction
  std::int32_t indirect = 0; // it is in a register
  std::int32_t loaded = 0;   // it comes from memory
};
// Behind a block's last instruction; 0 where that does not branch.
std::int32_t refillAfter(const Instruction& last, const BranchRefill& refill);

// One processor core. Latencies do not reach from one block into the next.
class CycleModel {
public:
  explicit CycleModel(const InstructionSet& instructionSet) : instructionSet_(instructionSet) {}
  virtual ~CycleModel() = default;

  // code: Thumb instructions from `address` to the end of the block.
  BlockCost blockCost(std::span<const std::uint8_t> code, std::uint32_t address) const;
  const InstructionSet& instructionSet() const { return instructionSet_; }

protected:
  // block: at least one instruction. Of the result only cycles are kept that are not counted otherwise.
  virtual BlockCost cost(std::span<const Instruction> block) const = 0;

private:
  InstructionSet instructionSet_;
  Decoder decoder_;
};

std::unique_ptr<CycleModel> makeCortexM0Plus();
std::unique_ptr<CycleModel> makeCortexM3();
std::unique_ptr<CycleModel> makeCortexM4();
std::unique_ptr<CycleModel> makeCortexM7();
std::unique_ptr<CycleModel> makeCortexM33();

} // namespace arenascope::timing

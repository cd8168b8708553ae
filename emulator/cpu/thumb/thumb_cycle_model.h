// Shared parts of all Cortex-M cycle models.
#pragma once

#include <cstdint>
#include <span>

#include "emulator/cpu/cycle_model.h"
#include "emulator/cpu/thumb/decoder.h"
#include "emulator/cpu/thumb/extensions.h"

namespace arenascope::thumb {

using cpu::BlockCost;

// Cycles of refilling the pipeline after a taken branch.
struct BranchRefill {
  std::int32_t direct = 0;   // address in the instruction
  std::int32_t indirect = 0; // address in a register
  std::int32_t loaded = 0;   // address loaded from memory
};
// After a block's last instruction; 0 if that is not a branch.
std::int32_t refillAfter(const Instruction& last, const BranchRefill& refill);

// Operands that need not be available at issue, on cores that read them late: accumulators, and stored values.
Registers lateOperands(const Instruction& instruction);

class ThumbCycleModel : public cpu::CycleModel {
public:
  explicit ThumbCycleModel(const InstructionSet& instructionSet)
      : instructionSet_(instructionSet), decoder_(instructionSet.vectors) {}

  BlockCost blockCost(std::span<const std::uint8_t> code, std::uint32_t address) const final;
  std::size_t partBytes(std::span<const std::uint8_t> code, std::uint32_t address) const final;
  std::optional<cpu::MissingInstruction> findMissing(std::span<const std::uint8_t> code,
                                                     std::uint32_t address) const final {
    return thumb::findMissing(instructionSet_, code, address);
  }

protected:
  // block: at least one instruction. Of the result, only cycles that are not counted otherwise are used.
  virtual BlockCost cost(std::span<const Instruction> block) const = 0;

private:
  InstructionSet instructionSet_;
  Decoder decoder_;
};

} // namespace arenascope::thumb

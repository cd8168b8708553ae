// Cortex-M0+ with the single-cycle multiplier and memory without wait states.
//
// Source of the figures: Arm DDI 0484C, Cortex-M0+ Technical Reference Manual, section 3.3 (instruction set summary
// with cycle counts). A taken branch costs one cycle more than one not taken. Assumed: the single-cycle multiplier (an
// implementation may have one of 32 cycles), and no single-cycle I/O port.
#include "emulator/cpu/thumb/cores.h"
#include "emulator/cpu/thumb/thumb_cycle_model.h"

namespace arenascope::thumb {

namespace {

constexpr InstructionSet kArmv6M{.mainline = false};

std::uint32_t cyclesOf(const Instruction& instruction) {
  switch (instruction.op) {
  case Op::kLoad:
  case Op::kStore:
  case Op::kCall: return 2;
  case Op::kLoadMultiple:
  case Op::kStoreMultiple: return 1U + instruction.transfers + (instruction.writesPc ? 1 : 0);
  case Op::kSystem: return 3;
  default: return 1;
  }
}

class CortexM0Plus final : public ThumbCycleModel {
public:
  CortexM0Plus() : ThumbCycleModel(kArmv6M) {}

protected:
  BlockCost cost(std::span<const Instruction> block) const override {
    BlockCost result;
    for (const Instruction& instruction : block) result.cycles += cyclesOf(instruction);
    result.takenCycles = 1;
    return result;
  }
};

} // namespace

std::unique_ptr<cpu::CycleModel> makeCortexM0Plus() { return std::make_unique<CortexM0Plus>(); }

} // namespace arenascope::thumb

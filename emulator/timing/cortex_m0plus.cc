// Cortex-M0+ with the single-cycle multiplier and memory without wait states.
//
// Source of the figures: Arm DDI 0484C, Cortex-M0+ Technical Reference Manual, section 3.3 (instruction set summary with
// cycle counts). A taken branch is one cycle more than one that falls through. Assumed: the multiplier that takes one
// cycle (an implementation may have one that takes 32), and no single-cycle I/O port.
#include <capstone/capstone.h>

#include <algorithm>

#include "emulator/timing/cycle_model.h"

namespace arenascope::timing {

namespace {

bool isPc(const cs_arm_op& operand) { return operand.type == ARM_OP_REG && operand.reg == ARM_REG_PC; }

std::uint32_t registers(const cs_arm& arm) {
  return static_cast<std::uint32_t>(std::count_if(arm.operands, arm.operands + arm.op_count,
                                                  [](const cs_arm_op& o) { return o.type == ARM_OP_REG; }));
}

// Cycles when the next instruction follows; one that branches away takes one more.
std::uint32_t cyclesOf(const cs_insn& instruction) {
  const cs_arm& arm = instruction.detail->arm;
  switch (instruction.id) {
  case ARM_INS_LDR:
  case ARM_INS_LDRB:
  case ARM_INS_LDRSB:
  case ARM_INS_LDRH:
  case ARM_INS_LDRSH:
  case ARM_INS_STR:
  case ARM_INS_STRB:
  case ARM_INS_STRH:
  case ARM_INS_BL: return 2;
  case ARM_INS_LDM:
  case ARM_INS_STM: return registers(arm); // the base is an operand too: 1 + the others
  case ARM_INS_PUSH: return 1 + registers(arm);
  case ARM_INS_POP: return (std::any_of(arm.operands, arm.operands + arm.op_count, isPc) ? 2 : 1) + registers(arm);
  case ARM_INS_MRS:
  case ARM_INS_MSR:
  case ARM_INS_DMB:
  case ARM_INS_DSB:
  case ARM_INS_ISB: return 3;
  default: return 1;
  }
}

class CortexM0Plus final : public CycleModel {
public:
  CortexM0Plus() {
    if (cs_open(CS_ARCH_ARM, static_cast<cs_mode>(CS_MODE_THUMB | CS_MODE_MCLASS), &handle_) != CS_ERR_OK) return;
    cs_option(handle_, CS_OPT_DETAIL, CS_OPT_ON);
  }
  ~CortexM0Plus() override { cs_close(&handle_); }
  CortexM0Plus(const CortexM0Plus&) = delete;
  CortexM0Plus& operator=(const CortexM0Plus&) = delete;

  BlockCost blockCost(std::span<const std::uint8_t> code, std::uint32_t address) override {
    BlockCost cost;
    cost.instructions = countInstructions(code);
    cs_insn* instructions = nullptr;
    const std::size_t count = cs_disasm(handle_, code.data(), code.size(), address, 0, &instructions);
    for (std::size_t i = 0; i < count; ++i) cost.cycles += cyclesOf(instructions[i]);
    // What the decoder does not know still takes a cycle each.
    cost.cycles += cost.instructions - std::min(cost.instructions, static_cast<std::uint32_t>(count));
    cost.takenCycles = 1;
    cs_free(instructions, count);
    return cost;
  }

private:
  csh handle_ = 0;
};

} // namespace

std::unique_ptr<CycleModel> makeCortexM0Plus() { return std::make_unique<CortexM0Plus>(); }

} // namespace arenascope::timing

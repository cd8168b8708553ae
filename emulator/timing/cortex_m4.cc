// Cortex-M4 with the single-precision floating-point unit and memory without wait states.
//
// Source of the figures, unless a line says otherwise: Arm DDI 0439D, Cortex-M4 Technical Reference Manual, section 3.3
// (instruction set summary with cycle counts) and 7.2.3 (floating-point instruction timings). P there, the pipeline
// refill of a taken branch, is "1 to 3 depending on the alignment and width of the target and on whether the address
// is known early"; what stands for it here:
//   direct branches 1, branches to an address from a register or from memory 2,
//   1 more when the target is a 32-bit instruction that is not word-aligned.
// Assumed, since it depends on data: a divide takes 7 cycles (the manual: 2 to 12). Instructions in an IT block that
// are skipped are taken to cost what they cost when they are not.
#include <capstone/capstone.h>

#include <algorithm>

#include "emulator/timing/cycle_model.h"

namespace arenascope::timing {

namespace {

constexpr std::uint32_t kDirectRefill = 1;
constexpr std::uint32_t kIndirectRefill = 2;
constexpr std::uint32_t kUnalignedTarget = 1;
constexpr std::uint32_t kDivide = 7;

enum class Kind : std::uint8_t {
  kPlain,
  kLoad,     // 2, or 1 right behind another single load or store whose result it does not need
  kStore,    // 1: the write buffer takes it
  kMultiple, // 1 + registers
  kDirectBranch,
  kIndirectBranch,
  kTableBranch,
  kDivideKind,
  kFloat,      // 1, its result one cycle later
  kFloatFused, // multiply-accumulate: 3
  kFloatSlow,  // divide and square root: 14
  kFloatLoad,
  kIfThen,
};

struct Step {
  Kind kind = Kind::kPlain;
  std::uint32_t cycles = 1;
  bool writesPc = false;
};

bool isPc(const cs_arm_op& operand) { return operand.type == ARM_OP_REG && operand.reg == ARM_REG_PC; }

std::uint32_t registerOperands(const cs_arm& arm) {
  return static_cast<std::uint32_t>(std::count_if(arm.operands, arm.operands + arm.op_count,
                                                  [](const cs_arm_op& o) { return o.type == ARM_OP_REG; }));
}

Step classifyFloat(const cs_insn& instruction) {
  const cs_arm& arm = instruction.detail->arm;
  switch (instruction.id) {
  case ARM_INS_VDIV:
  case ARM_INS_VSQRT: return {Kind::kFloatSlow, 14};
  case ARM_INS_VMLA:
  case ARM_INS_VMLS:
  case ARM_INS_VFMA:
  case ARM_INS_VFMS:
  case ARM_INS_VFNMA:
  case ARM_INS_VFNMS:
  case ARM_INS_VNMLA:
  case ARM_INS_VNMLS: return {Kind::kFloatFused, 3};
  case ARM_INS_VLDR: return {Kind::kFloatLoad, 2};
  case ARM_INS_VSTR: return {Kind::kStore, 2};
  case ARM_INS_VLDMIA:
  case ARM_INS_VLDMDB:
  case ARM_INS_VSTMIA:
  case ARM_INS_VSTMDB: return {Kind::kMultiple, registerOperands(arm)};
  case ARM_INS_VPUSH:
  case ARM_INS_VPOP: return {Kind::kMultiple, 1 + registerOperands(arm)};
  default: return {Kind::kFloat, 1};
  }
}

Step classifyMemory(const cs_insn& instruction) {
  const cs_arm& arm = instruction.detail->arm;
  switch (instruction.id) {
  case ARM_INS_LDRD:
  case ARM_INS_STRD: return {Kind::kMultiple, 3};
  case ARM_INS_PUSH: return {Kind::kMultiple, 1 + registerOperands(arm)};
  case ARM_INS_POP: {
    const bool toPc = std::any_of(arm.operands, arm.operands + arm.op_count, isPc);
    return {Kind::kMultiple, 1 + registerOperands(arm), toPc};
  }
  case ARM_INS_LDM:
  case ARM_INS_LDMDB: {
    const bool toPc = std::any_of(arm.operands + 1, arm.operands + arm.op_count, isPc);
    return {Kind::kMultiple, registerOperands(arm), toPc}; // the base is an operand too: 1 + the loaded ones
  }
  case ARM_INS_STM:
  case ARM_INS_STMDB: return {Kind::kMultiple, registerOperands(arm)};
  case ARM_INS_LDR:
  case ARM_INS_LDRB:
  case ARM_INS_LDRSB:
  case ARM_INS_LDRH:
  case ARM_INS_LDRSH:
  case ARM_INS_LDRT:
  case ARM_INS_LDRBT:
  case ARM_INS_LDRHT: return {Kind::kLoad, 2, isPc(arm.operands[0])};
  case ARM_INS_STR:
  case ARM_INS_STRB:
  case ARM_INS_STRH: return {Kind::kStore, 1};
  default: return {};
  }
}

Step classify(const cs_insn& instruction) {
  const cs_arm& arm = instruction.detail->arm;
  switch (instruction.id) {
  case ARM_INS_IT: return {Kind::kIfThen, 1};
  case ARM_INS_B:
  case ARM_INS_BL:
  case ARM_INS_CBZ:
  case ARM_INS_CBNZ: return {Kind::kDirectBranch, 1, true};
  case ARM_INS_BX:
  case ARM_INS_BLX: return {Kind::kIndirectBranch, 1, true};
  case ARM_INS_TBB:
  case ARM_INS_TBH: return {Kind::kTableBranch, 2, true};
  case ARM_INS_SDIV:
  case ARM_INS_UDIV: return {Kind::kDivideKind, kDivide};
  default: break;
  }
  if (instruction.mnemonic[0] == 'v') return classifyFloat(instruction);
  const Step memory = classifyMemory(instruction);
  if (memory.kind != Kind::kPlain) return memory;
  // Anything else that writes the program counter branches to a computed address.
  return {Kind::kPlain, 1, arm.op_count > 0 && isPc(arm.operands[0]) && instruction.id != ARM_INS_CMP};
}

bool reads(csh handle, const cs_insn& instruction, unsigned int reg) { return cs_reg_read(handle, &instruction, reg); }

// Registers that an instruction leaves its result in; the first operand's as a rule.
bool dependsOn(csh handle, const cs_insn& instruction, const cs_insn& previous) {
  const cs_arm& arm = previous.detail->arm;
  if (arm.op_count == 0 || arm.operands[0].type != ARM_OP_REG) return false;
  const auto result = static_cast<unsigned int>(arm.operands[0].reg);
  const cs_arm& own = instruction.detail->arm;
  for (int i = 0; i < own.op_count; ++i) {
    const cs_arm_op& operand = own.operands[i];
    if (operand.type == ARM_OP_MEM &&
        (operand.mem.base == static_cast<arm_reg>(result) || operand.mem.index == static_cast<arm_reg>(result)))
      return true;
    if (i > 0 && operand.type == ARM_OP_REG && operand.reg == static_cast<int>(result)) return true;
  }
  return reads(handle, instruction, result);
}

class CortexM4 final : public CycleModel {
public:
  CortexM4() {
    if (cs_open(CS_ARCH_ARM, static_cast<cs_mode>(CS_MODE_THUMB | CS_MODE_MCLASS), &handle_) != CS_ERR_OK) return;
    cs_option(handle_, CS_OPT_DETAIL, CS_OPT_ON);
    cs_option(handle_, CS_OPT_SKIPDATA, CS_OPT_OFF);
  }
  ~CortexM4() override { cs_close(&handle_); }
  CortexM4(const CortexM4&) = delete;
  CortexM4& operator=(const CortexM4&) = delete;

  BlockCost blockCost(std::span<const std::uint8_t> code, std::uint32_t address) override;

private:
  std::uint32_t stepCycles(const Step& step, const Step& before, const cs_insn& instruction,
                           const cs_insn* previous) const;

  csh handle_ = 0;
};

std::uint32_t CortexM4::stepCycles(const Step& step, const Step& before, const cs_insn& instruction,
                                   const cs_insn* previous) const {
  if (previous == nullptr) return step.cycles;
  const bool behindTransfer =
      before.kind == Kind::kLoad || before.kind == Kind::kStore || before.kind == Kind::kFloatLoad;
  switch (step.kind) {
  case Kind::kLoad:
  case Kind::kFloatLoad:
    return behindTransfer && !dependsOn(handle_, instruction, *previous) ? step.cycles - 1 : step.cycles;
  case Kind::kFloat:
  case Kind::kFloatFused:
  case Kind::kFloatSlow:
  case Kind::kStore: {
    const bool floatBefore = before.kind == Kind::kFloat || before.kind == Kind::kFloatFused;
    return floatBefore && dependsOn(handle_, instruction, *previous) ? step.cycles + 1 : step.cycles;
  }
  // An IT behind a 16-bit instruction is folded into it.
  case Kind::kIfThen: return previous->size == 2 ? 0 : 1;
  default: return step.cycles;
  }
}

BlockCost CortexM4::blockCost(std::span<const std::uint8_t> code, std::uint32_t address) {
  BlockCost cost;
  cost.instructions = countInstructions(code);
  if (code.size() >= 2 && (code[1] >> 3) >= 0b11101 && address % 4 == 2) cost.entryCycles = kUnalignedTarget;
  cs_insn* instructions = nullptr;
  const std::size_t count = cs_disasm(handle_, code.data(), code.size(), address, 0, &instructions);
  Step before;
  for (std::size_t i = 0; i < count; ++i) {
    const Step step = classify(instructions[i]);
    cost.cycles += stepCycles(step, before, instructions[i], i == 0 ? nullptr : &instructions[i - 1]);
    before = step;
  }
  // What the decoder does not know still takes a cycle each.
  cost.cycles += cost.instructions - std::min(cost.instructions, static_cast<std::uint32_t>(count));
  if (before.kind == Kind::kDirectBranch)
    cost.takenCycles = kDirectRefill;
  else if (before.writesPc)
    cost.takenCycles = kIndirectRefill;
  cs_free(instructions, count);
  return cost;
}

} // namespace

std::unique_ptr<CycleModel> makeCortexM4() { return std::make_unique<CortexM4>(); }

} // namespace arenascope::timing

#include "emulator/cpu/thumb/decoder.h"

#include <capstone/capstone.h>

#include <algorithm>
#include <bit>

#include "emulator/cpu/thumb/extensions.h"
#include "emulator/cpu/thumb/thumb.h"
#include "emulator/cpu/thumb/vectors.h"

namespace arenascope::thumb {

namespace {

Registers bitsOf(unsigned int reg) {
  if (reg >= ARM_REG_R0 && reg <= ARM_REG_R12) return Registers{1} << (reg - ARM_REG_R0);
  if (reg >= ARM_REG_S0 && reg <= ARM_REG_S31) return Registers{1} << (32 + reg - ARM_REG_S0);
  if (reg >= ARM_REG_D0 && reg <= ARM_REG_D15) return Registers{3} << (32 + 2 * (reg - ARM_REG_D0));
  switch (reg) {
  case ARM_REG_SP: return Registers{1} << 13;
  case ARM_REG_LR: return Registers{1} << 14;
  case ARM_REG_PC: return kProgramCounter;
  default: return 0;
  }
}

bool isFloatRegister(const cs_arm_op& operand) {
  return operand.type == ARM_OP_REG && bitsOf(static_cast<unsigned int>(operand.reg)) >> 32 != 0;
}

Op floatOp(unsigned int id) {
  switch (id) {
  case ARM_INS_VMUL:
  case ARM_INS_VNMUL: return Op::kFloatMultiply;
  case ARM_INS_VDIV: return Op::kFloatDivide;
  case ARM_INS_VSQRT: return Op::kFloatSquareRoot;
  case ARM_INS_VMLA:
  case ARM_INS_VMLS:
  case ARM_INS_VFMA:
  case ARM_INS_VFMS:
  case ARM_INS_VFNMA:
  case ARM_INS_VFNMS:
  case ARM_INS_VNMLA:
  case ARM_INS_VNMLS: return Op::kFloatFused;
  case ARM_INS_VMOV:
  case ARM_INS_VMRS:
  case ARM_INS_VMSR: return Op::kFloatMove;
  case ARM_INS_VLDR: return Op::kFloatLoad;
  case ARM_INS_VSTR: return Op::kFloatStore;
  case ARM_INS_VLDMIA:
  case ARM_INS_VLDMDB:
  case ARM_INS_VPOP: return Op::kFloatLoadMultiple;
  case ARM_INS_VSTMIA:
  case ARM_INS_VSTMDB:
  case ARM_INS_VPUSH: return Op::kFloatStoreMultiple;
  default: return Op::kFloat;
  }
}

Op memoryOp(unsigned int id) {
  switch (id) {
  case ARM_INS_LDRD: return Op::kLoadPair;
  case ARM_INS_STRD: return Op::kStorePair;
  case ARM_INS_POP:
  case ARM_INS_LDM:
  case ARM_INS_LDMDB: return Op::kLoadMultiple;
  case ARM_INS_PUSH:
  case ARM_INS_STM:
  case ARM_INS_STMDB: return Op::kStoreMultiple;
  case ARM_INS_LDR:
  case ARM_INS_LDRB:
  case ARM_INS_LDRSB:
  case ARM_INS_LDRH:
  case ARM_INS_LDRSH:
  case ARM_INS_LDRT:
  case ARM_INS_LDRBT:
  case ARM_INS_LDRHT:
  case ARM_INS_LDREX: return Op::kLoad;
  case ARM_INS_STR:
  case ARM_INS_STRB:
  case ARM_INS_STRH:
  case ARM_INS_STREX: return Op::kStore;
  default: return Op::kData;
  }
}

Op branchOp(unsigned int id) {
  switch (id) {
  case ARM_INS_B: return Op::kBranch;
  case ARM_INS_BL: return Op::kCall;
  case ARM_INS_CBZ:
  case ARM_INS_CBNZ: return Op::kCompareBranch;
  case ARM_INS_BX:
  case ARM_INS_BLX: return Op::kBranchRegister;
  case ARM_INS_TBB:
  case ARM_INS_TBH: return Op::kTableBranch;
  default: return Op::kData;
  }
}

Op systemOp(unsigned int id) {
  switch (id) {
  case ARM_INS_IT: return Op::kIfThen;
  case ARM_INS_NOP:
  case ARM_INS_HINT: return Op::kNop;
  case ARM_INS_MRS:
  case ARM_INS_MSR:
  case ARM_INS_DMB:
  case ARM_INS_DSB:
  case ARM_INS_ISB:
  case ARM_INS_CPS: return Op::kSystem;
  default: return Op::kData;
  }
}

std::uint32_t halfword(const cs_insn& instruction, int index) {
  return static_cast<std::uint32_t>(instruction.bytes[2 * index] | instruction.bytes[2 * index + 1] << 8);
}

Op multiplyOp(const cs_insn& instruction) {
  switch (instruction.id) {
  case ARM_INS_MUL: return Op::kMultiply;
  case ARM_INS_MLA:
  case ARM_INS_MLS: return Op::kMultiplyAdd;
  case ARM_INS_SMULL:
  case ARM_INS_UMULL: return Op::kLongMultiply;
  case ARM_INS_SMLAL:
  case ARM_INS_UMLAL:
  case ARM_INS_UMAAL: return Op::kLongMultiplyAdd;
  case ARM_INS_SDIV:
  case ARM_INS_UDIV: return Op::kDivide;
  default: break;
  }
  const bool dsp = instruction.size == 4 && isDspMultiply(halfword(instruction, 0), halfword(instruction, 1));
  return dsp ? Op::kDspMultiply : Op::kData;
}

Op opOf(const cs_insn& instruction) {
  if (instruction.mnemonic[0] == 'v') return floatOp(instruction.id);
  for (const Op op : {memoryOp(instruction.id), branchOp(instruction.id), systemOp(instruction.id)})
    if (op != Op::kData) return op;
  return multiplyOp(instruction);
}

bool isRotatedConstant(std::uint32_t first, std::uint32_t second) {
  return (first & 0xFA00) == 0xF000 && (second & 0x8000) == 0 && ((first & 0x0400) != 0 || (second & 0x4000) != 0);
}

Work workOf(const cs_insn& instruction) {
  switch (instruction.id) {
  case ARM_INS_BFC:
  case ARM_INS_BFI:
  case ARM_INS_SBFX:
  case ARM_INS_UBFX:
  case ARM_INS_SXTB:
  case ARM_INS_SXTH:
  case ARM_INS_UXTB:
  case ARM_INS_UXTH:
  case ARM_INS_CLZ:
  case ARM_INS_RBIT:
  case ARM_INS_REV:
  case ARM_INS_REV16:
  case ARM_INS_REVSH: return Work::kBitField;
  default: break;
  }
  if (instruction.size == 2) return Work::kSimple;
  const cs_arm& arm = instruction.detail->arm;
  const std::uint32_t first = halfword(instruction, 0);
  const std::uint32_t second = halfword(instruction, 1);
  if (isDspData(first, second)) return Work::kPacked;
  // A move with a shift is a shift.
  const bool shifts =
      arm.op_count > 2 && std::any_of(arm.operands + 1, arm.operands + arm.op_count, [](const cs_arm_op& operand) {
        return operand.type == ARM_OP_REG && operand.shift.type != ARM_SFT_INVALID && operand.shift.value != 0;
      });
  return shifts || isRotatedConstant(first, second) ? Work::kShifted : Work::kSimple;
}

Registers maskOf(const std::uint16_t* registers, std::uint8_t count) {
  Registers mask = 0;
  for (std::uint8_t i = 0; i < count; ++i) mask |= bitsOf(registers[i]);
  return mask;
}

// The register list of a multiple load or store; the base register, if any, is the first operand.
Registers listOf(const cs_insn& instruction) {
  const cs_arm& arm = instruction.detail->arm;
  const bool onStack = instruction.id == ARM_INS_PUSH || instruction.id == ARM_INS_POP ||
                       instruction.id == ARM_INS_VPUSH || instruction.id == ARM_INS_VPOP;
  Registers list = 0;
  for (int i = onStack ? 0 : 1; i < arm.op_count; ++i)
    if (arm.operands[i].type == ARM_OP_REG) list |= bitsOf(static_cast<unsigned int>(arm.operands[i].reg));
  return list;
}

void addMemory(const cs_insn& instruction, Instruction& result) {
  const cs_arm& arm = instruction.detail->arm;
  for (int i = 0; i < arm.op_count; ++i) {
    if (arm.operands[i].type != ARM_OP_MEM) continue;
    const Registers index = bitsOf(static_cast<unsigned int>(arm.operands[i].mem.index));
    result.address |= bitsOf(static_cast<unsigned int>(arm.operands[i].mem.base)) | index;
    result.registerOffset = index != 0;
  }
  switch (result.op) {
  case Op::kLoad:
  case Op::kStore:
    result.transfers = 1;
    result.narrow = instruction.mnemonic[3] == 'b' || instruction.mnemonic[3] == 'h' || instruction.mnemonic[3] == 's';
    break;
  case Op::kLoadPair:
  case Op::kStorePair: result.transfers = 2; break;
  case Op::kFloatLoad:
  case Op::kFloatStore: result.transfers = isFloatRegister(arm.operands[0]) && result.doublePrecision ? 2 : 1; break;
  case Op::kLoadMultiple:
  case Op::kStoreMultiple:
  case Op::kFloatLoadMultiple:
  case Op::kFloatStoreMultiple: {
    const Registers list = listOf(instruction);
    result.transfers = static_cast<std::uint8_t>(std::popcount(list));
    const bool loads = result.op == Op::kLoadMultiple || result.op == Op::kFloatLoadMultiple;
    (loads ? result.writes : result.reads) |= list;
    if (loads) result.reads &= ~list;
    break;
  }
  default: break;
  }
}

Instruction convert(csh handle, const cs_insn& instruction) {
  const cs_arm& arm = instruction.detail->arm;
  Instruction result;
  result.op = opOf(instruction);
  result.bytes = static_cast<std::uint8_t>(instruction.size);
  result.at = static_cast<std::uint32_t>(instruction.address);
  result.conditional = result.op != Op::kIfThen && arm.cc != ARM_CC_AL && arm.cc != ARM_CC_INVALID;
  cs_regs reads;
  cs_regs writes;
  std::uint8_t readCount = 0;
  std::uint8_t writeCount = 0;
  if (cs_regs_access(handle, &instruction, reads, &readCount, writes, &writeCount) == CS_ERR_OK) {
    result.reads = maskOf(reads, readCount);
    result.writes = maskOf(writes, writeCount);
  }
  // The disassembler omits the second and third operands of some instructions.
  for (int i = 1; i < arm.op_count; ++i)
    if (result.op == Op::kDspMultiply || (result.op == Op::kData && (result.writes >> 32) == 0))
      if (arm.operands[i].type == ARM_OP_REG) result.reads |= bitsOf(static_cast<unsigned int>(arm.operands[i].reg));
  result.doublePrecision = std::any_of(arm.operands, arm.operands + arm.op_count, [](const cs_arm_op& operand) {
    return operand.type == ARM_OP_REG && operand.reg >= ARM_REG_D0 && operand.reg <= ARM_REG_D15;
  });
  result.setsFlags = arm.update_flags || instruction.id == ARM_INS_CMP || instruction.id == ARM_INS_CMN ||
                     instruction.id == ARM_INS_TST || instruction.id == ARM_INS_TEQ;
  if (result.op == Op::kData) result.work = workOf(instruction);
  addMemory(instruction, result);
  result.writesPc = result.isBranch() || (result.writes & kProgramCounter) != 0;
  if (result.op == Op::kBranch && arm.op_count > 0) result.target = static_cast<std::uint32_t>(arm.operands[0].imm);
  if (result.op == Op::kData && result.writesPc) result.op = Op::kBranchRegister;
  return result;
}

} // namespace

Decoder::Decoder(bool vectors) : vectors_(vectors) {
  csh handle = 0;
  if (cs_open(CS_ARCH_ARM, static_cast<cs_mode>(CS_MODE_THUMB | CS_MODE_MCLASS | CS_MODE_V8), &handle) != CS_ERR_OK)
    return;
  cs_option(handle, CS_OPT_DETAIL, CS_OPT_ON);
  handle_ = handle;
}

Decoder::~Decoder() {
  csh handle = handle_;
  if (handle != 0) cs_close(&handle);
}

std::vector<Instruction> Decoder::decode(std::span<const std::uint8_t> code, std::uint32_t address) const {
  std::vector<Instruction> result;
  std::size_t done = 0;
  while (code.size() - done >= 2) {
    if (vectors_) {
      const std::uint32_t first = halfwordAt(code, done);
      const auto vector = instructionBytes(first) == 4 ? decodeVector(first, halfwordAt(code, done + 2),
                                                                      static_cast<std::uint32_t>(address + done))
                                                       : std::nullopt;
      if (vector) {
        result.push_back(*vector);
        done += 4;
        continue;
      }
    }
    cs_insn* found = nullptr;
    const std::size_t most = vectors_ ? 1 : 0; // 0: all
    const std::size_t count = cs_disasm(handle_, code.data() + done, code.size() - done, address + done, most, &found);
    for (std::size_t i = 0; i < count; ++i) {
      result.push_back(convert(handle_, found[i]));
      done += found[i].size;
    }
    if (count > 0) cs_free(found, count);
    if (code.size() - done < 2) break;
    if (vectors_ && count > 0) continue;
    // Unknown: one instruction of the length given by its first half.
    Instruction unknown;
    unknown.bytes = static_cast<std::uint8_t>(instructionBytes(halfwordAt(code, done)));
    unknown.at = static_cast<std::uint32_t>(address + done);
    result.push_back(unknown);
    done = std::min(code.size(), done + unknown.bytes);
  }
  return result;
}

std::uint32_t countInstructions(std::span<const std::uint8_t> code) {
  std::uint32_t count = 0;
  for (std::size_t i = 0; i + 1 < code.size(); ++count) i += instructionBytes(halfwordAt(code, i));
  return count;
}

} // namespace arenascope::thumb

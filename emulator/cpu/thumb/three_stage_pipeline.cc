#include "emulator/cpu/thumb/three_stage_pipeline.h"

#include "emulator/cpu/thumb/divide.h"

namespace arenascope::thumb {

namespace {

// Pipeline refill after a taken branch. [TRM]: 1 to 3, "depending on the alignment and width of the target, and whether
// the processor manages to speculate the address early"; at least 3 if the address is loaded.
constexpr BranchRefill kRefill{.direct = 1, .indirect = 2, .loaded = 3};
// [TRM] and measured: added for a target that is a 32-bit instruction across two words.
constexpr std::uint32_t kUnalignedTarget = 1;

// [TRM]: a load from the program counter "might add a cycle because of contention with the fetch unit". Always here,
// since code and its constants share one flash.
constexpr std::uint32_t kLiteral = 1;
// [TRM] for results of data processing, [J] for loads: addresses have no forwarding path.
constexpr std::uint32_t kAddressStall = 1;
// [TRM]: a store after a load saves one cycle, the pair takes three. ([J] measured two for some pairs.)
constexpr std::uint32_t kStoreBehindLoad = 1;
// [J]: a load after a store does not overlap, and the store takes a cycle more.
constexpr std::uint32_t kLoadBehindStore = 3;
// [KA]: every third consecutive 32-bit instruction across two words waits a cycle for its second half.
constexpr std::uint32_t kAcrossWords = 3;

// Address operands are needed a cycle before others.
std::uint32_t addressStall(const Instruction& instruction, const Instruction& before) {
  return (instruction.address & before.writes & ~kProgramCounter) != 0 ? kAddressStall : 0;
}

std::uint32_t loadCycles(const Instruction& instruction, const Instruction& before) {
  const std::uint32_t stall = addressStall(instruction, before);
  const std::uint32_t literal = (instruction.address & kProgramCounter) != 0 ? kLiteral : 0;
  std::uint32_t cycles = 2;
  if (before.isLoad() && stall == 0) cycles = 1;
  if (before.isStore()) cycles = kLoadBehindStore;
  return cycles + stall + literal + (instruction.transfers - 1U);
}

std::uint32_t storeCycles(const Instruction& instruction, const Instruction& before) {
  const std::uint32_t stall = addressStall(instruction, before);
  if (before.isLoad() && stall == 0) return kStoreBehindLoad + (instruction.registerOffset ? 1 : 0);
  return (instruction.registerOffset ? 2 : 1) + stall;
}

// [TRM] DDI 0439D, 7.2.3: the next floating-point instruction can use a result one cycle later.
std::uint32_t floatCycles(const Instruction& instruction, const Instruction& before) {
  const std::uint32_t late = before.isFloatArithmetic() && (before.writes & instruction.reads) >> 32 != 0 ? 1 : 0;
  switch (instruction.op) {
  case Op::kFloatDivide:
  case Op::kFloatSquareRoot: return 14 + late;
  case Op::kFloatFused: return 3 + late;
  case Op::kFloatStore: return 1U + instruction.transfers + late;
  case Op::kFloatLoadMultiple:
  case Op::kFloatStoreMultiple: return 1U + instruction.transfers;
  default: return 1 + late;
  }
}

} // namespace

std::uint32_t ThreeStagePipeline::cyclesOf(const Instruction& instruction, const Instruction& before) const {
  switch (instruction.op) {
  case Op::kLoad:
  case Op::kFloatLoad: return loadCycles(instruction, before);
  case Op::kStore: return storeCycles(instruction, before);
  case Op::kLoadPair:
  case Op::kStorePair:
  case Op::kLoadMultiple:
  case Op::kStoreMultiple: return 1U + instruction.transfers + addressStall(instruction, before);
  case Op::kMultiplyAdd: return times_.multiplyAdd;
  case Op::kLongMultiply: return times_.longMultiply;
  case Op::kLongMultiplyAdd: return times_.longMultiplyAdd;
  case Op::kDivide: return kShortestDivide;
  case Op::kTableBranch:
    return 3; // the load and the addition
  // An IT after a 16-bit instruction is folded into it.
  case Op::kIfThen: return before.bytes == 2 ? 0 : 1;
  case Op::kSystem: return 2;
  default: return instruction.op >= Op::kFloat ? floatCycles(instruction, before) : 1;
  }
}

BlockCost ThreeStagePipeline::cost(std::span<const Instruction> block) const {
  BlockCost result;
  Instruction before{.op = Op::kNop, .bytes = 4};
  std::uint32_t inARow = 0;
  for (const Instruction& instruction : block) {
    result.cycles += cyclesOf(instruction, before);
    inARow = instruction.liesAcrossWords() ? inARow + 1 : 0;
    if (inARow == kAcrossWords) result.cycles += 1, inARow = 0;
    before = instruction;
  }
  if (block.front().liesAcrossWords()) result.entryCycles = kUnalignedTarget;
  result.takenCycles = refillAfter(block.back(), kRefill);
  return result;
}

} // namespace arenascope::thumb

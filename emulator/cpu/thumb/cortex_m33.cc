// Cortex-M33 with the DSP extension, the single-precision floating-point unit and memory without wait states.
//
// Arm publishes no cycle counts for this core. Sources: "pipeline cycle test" by jnk0le, measurements on an RP2350
// (Cortex-M33 r1p0), for latencies, multiple transfers and dual issue; Arm's knowledge article KA001260 for MULS.
// Assumed where neither says anything: indirect branches, returns by a load, and floating-point divide and square root
// as on Cortex-M4, and one cycle more for a branch target that is a 32-bit instruction across two words, as there.
#include "emulator/cpu/thumb/cores.h"
#include "emulator/cpu/thumb/divide.h"
#include "emulator/cpu/thumb/scoreboard.h"
#include "emulator/cpu/thumb/thumb_cycle_model.h"

namespace arenascope::thumb {

namespace {

constexpr InstructionSet kArmv8M{.dsp = true, .version8 = true, .floats = FloatUnit::kSingleV5};

constexpr std::uint32_t kFloatDivide = 14;
constexpr std::uint32_t kFusedBusy = 3; // until the next floating-point instruction
constexpr BranchRefill kRefill{.direct = 1, .indirect = 2, .loaded = 4};
constexpr std::uint32_t kUnalignedTarget = 1;

bool isFloat(const Instruction& instruction) { return instruction.op >= Op::kFloat; }

bool pairsAsBranch(const Instruction& instruction) {
  return instruction.op == Op::kBranch || instruction.op == Op::kCompareBranch || instruction.op == Op::kBranchRegister;
}

// Cycles before the next instruction can follow.
std::uint32_t duration(const Instruction& instruction) {
  switch (instruction.op) {
  case Op::kLoadPair:
  case Op::kStorePair:
  case Op::kLoadMultiple:
  case Op::kStoreMultiple:
  case Op::kFloatLoadMultiple:
  case Op::kFloatStoreMultiple:
  case Op::kFloatLoad:
  case Op::kFloatStore: return std::max<std::uint32_t>(1, instruction.transfers);
  case Op::kDivide: return kShortestDivide;
  case Op::kFloatDivide:
  case Op::kFloatSquareRoot: return kFloatDivide;
  case Op::kMultiply: return instruction.setsFlags ? 2 : 1;
  case Op::kTableBranch:
  case Op::kSystem: return 2;
  default: return 1;
  }
}

// Cycles from issue to the first use of the result.
std::uint32_t latency(const Instruction& instruction) {
  switch (instruction.op) {
  case Op::kData: return instruction.work == Work::kShifted || instruction.work == Work::kPacked ? 2 : 1;
  case Op::kFloatFused: return 4;
  case Op::kLoad:
  case Op::kMultiply:
  case Op::kMultiplyAdd:
  case Op::kLongMultiply:
  case Op::kLongMultiplyAdd:
  case Op::kDspMultiply:
  case Op::kFloat:
  case Op::kFloatMultiply:
  case Op::kFloatMove:
  case Op::kFloatLoad: return 2;
  default: return duration(instruction);
  }
}

// The second of two 16-bit instructions issues with the first if it is a branch, an IT or a NOP.
bool pairs(const Instruction& first, const Instruction& second) {
  if (first.isLong() || second.isLong()) return false;
  if (pairsAsBranch(first) || first.op == Op::kIfThen || first.op == Op::kNop) return false;
  return pairsAsBranch(second) || second.op == Op::kIfThen || second.op == Op::kNop;
}

class CortexM33 final : public ThumbCycleModel {
public:
  CortexM33() : ThumbCycleModel(kArmv8M) {}

protected:
  BlockCost cost(std::span<const Instruction> block) const override;
};

BlockCost CortexM33::cost(std::span<const Instruction> block) const {
  Scoreboard board;
  std::uint32_t now = 0;       // when the next instruction can issue
  std::uint32_t floatFree = 0; // when the next floating-point instruction can
  bool paired = false;
  Instruction before{.op = Op::kNop, .bytes = 4};
  for (const Instruction& instruction : block) {
    const Registers late = lateOperands(instruction);
    const std::uint32_t lateReady = board.ready(late);
    std::uint32_t issue = std::max({now, board.ready(instruction.reads & ~late), lateReady - std::min(lateReady, 1U)});
    if (isFloat(instruction)) issue = std::max(issue, floatFree);
    paired = !paired && pairs(before, instruction);
    const std::uint32_t busy = paired ? 0 : duration(instruction);
    if (instruction.op == Op::kFloatFused) floatFree = issue + kFusedBusy;
    board.write(instruction.writes, issue + latency(instruction));
    now = issue + busy;
    before = instruction;
  }
  BlockCost result{.cycles = now, .takenCycles = refillAfter(before, kRefill)};
  // A branch on flags set by the instruction that it is paired with takes a cycle more if taken.
  if (paired && block.size() > 1 && block[block.size() - 2].setsFlags && before.conditional) result.takenCycles += 1;
  if (block.front().liesAcrossWords()) result.entryCycles = kUnalignedTarget;
  return result;
}

} // namespace

std::unique_ptr<cpu::CycleModel> makeCortexM33() { return std::make_unique<CortexM33>(); }

} // namespace arenascope::thumb

// Cortex-M7 with the double-precision floating-point unit, code and data in tightly coupled memory or a warm cache.
//
// Arm publishes no cycle counts for this core. Sources: "pipeline cycle test" by jnk0le, measurements on an STM32H743,
// for latencies and dual issue. Assumed: loads of neighbouring words may hit the same memory bank, so two loads do not
// pair; branches are predicted except the end of a loop (6 cycles, measured with flags set in time); double-precision
// arithmetic takes as long as for ordinary numbers.
#include "emulator/cpu/thumb/cores.h"
#include "emulator/cpu/thumb/divide.h"
#include "emulator/cpu/thumb/scoreboard.h"
#include "emulator/cpu/thumb/thumb_cycle_model.h"

namespace arenascope::thumb {

namespace {

constexpr InstructionSet kArmv7EM{.dsp = true, .floats = FloatUnit::kDoubleV5};

constexpr std::int32_t kMispredicted = 6;
constexpr std::int32_t kIndirectRefill = 1; // predicted by the return stack

bool isMultiply(const Instruction& instruction) {
  return instruction.op >= Op::kMultiply && instruction.op <= Op::kDspMultiply;
}
bool usesShifter(const Instruction& instruction) {
  return instruction.op == Op::kData && instruction.work != Work::kSimple;
}

std::uint32_t duration(const Instruction& instruction) {
  switch (instruction.op) {
  case Op::kLoadPair:
  case Op::kStorePair:
  case Op::kLoadMultiple:
  case Op::kStoreMultiple:
  case Op::kFloatLoadMultiple:
  case Op::kFloatStoreMultiple: return (instruction.transfers + 1U) / 2;
  case Op::kDivide: return kShortestDivide;
  case Op::kFloatDivide: return instruction.doublePrecision ? 30 : 16;
  case Op::kFloatSquareRoot: return instruction.doublePrecision ? 28 : 14;
  case Op::kFloatMultiply: return instruction.doublePrecision ? 5 : 1;
  case Op::kFloatFused: return instruction.doublePrecision ? 7 : 1;
  case Op::kSystem: return 3;
  default: return 1;
  }
}

// Cycles from issue to the first use of the result by an ordinary operand.
std::uint32_t latency(const Instruction& instruction) {
  switch (instruction.op) {
  case Op::kLoad: return instruction.narrow ? 2 : 1;
  case Op::kMultiply:
  case Op::kMultiplyAdd:
  case Op::kLongMultiply:
  case Op::kLongMultiplyAdd:
  case Op::kDspMultiply: return 2;
  case Op::kFloat:
  case Op::kFloatMove: return 3;
  case Op::kFloatMultiply: return instruction.doublePrecision ? 7 : 3;
  case Op::kFloatFused: return instruction.doublePrecision ? 10 : 5;
  case Op::kFloatLoad: return 1;
  default: return duration(instruction);
  }
}

// Operands needed a cycle or more before the others: addresses, and shifted operands.
std::uint32_t earlyBy(const Instruction& instruction) { return usesShifter(instruction) ? 1 : 0; }

// Accumulators are needed later: integers by a cycle, floats by two; a stored value in the cycle of the store.
struct LateReads {
  Registers registers = 0;
  std::uint32_t by = 0;
};
LateReads lateReads(const Instruction& instruction) {
  switch (instruction.op) {
  case Op::kMultiplyAdd:
  case Op::kLongMultiplyAdd:
  case Op::kDspMultiply: return {instruction.reads & instruction.writes, 1};
  case Op::kFloatFused: return {instruction.reads & instruction.writes, 2};
  case Op::kStore: return {instruction.reads & ~instruction.address, 1};
  case Op::kFloatStore: return {instruction.reads & ~instruction.address, 2};
  default: return {};
  }
}

bool alone(const Instruction& instruction) {
  switch (instruction.op) {
  case Op::kLoadPair:
  case Op::kStorePair:
  case Op::kLoadMultiple:
  case Op::kStoreMultiple:
  case Op::kFloatLoadMultiple:
  case Op::kFloatStoreMultiple:
  case Op::kDivide:
  case Op::kSystem: return true;
  default: return (instruction.isLoad() || instruction.isStore()) && instruction.doublePrecision;
  }
}

// Whether the units allow dual issue, dependencies apart.
bool pairs(const Instruction& older, const Instruction& younger) {
  if (alone(older) || alone(younger) || older.op == Op::kIfThen) return false;
  if (older.isLoad() && younger.isLoad()) return false;
  if (older.isStore() && younger.isStore()) return false;
  if (isMultiply(older) && (isMultiply(younger) || younger.isStore())) return false;
  if (older.isStore() && isMultiply(younger)) return false;
  if (usesShifter(older) && usesShifter(younger)) return false;
  if (older.isFloatArithmetic() && younger.isFloatArithmetic()) return false;
  return !older.isBranch();
}

// Results of the older instruction that an operand of the younger gets in the same cycle.
Registers forwarded(const Instruction& older, const Instruction& younger) {
  const bool simple = older.op == Op::kData && older.work == Work::kSimple;
  const bool takes = younger.op == Op::kData && !usesShifter(younger);
  return simple && takes ? older.writes & ~younger.address : 0;
}

class CortexM7 final : public ThumbCycleModel {
public:
  CortexM7() : ThumbCycleModel(kArmv7EM) {}

protected:
  BlockCost cost(std::span<const Instruction> block) const override;
};

BlockCost CortexM7::cost(std::span<const Instruction> block) const {
  Scoreboard board;
  std::uint32_t now = 0;
  std::uint32_t lastIssue = 0;
  bool paired = true; // the first has nothing to pair with
  Instruction before;
  for (const Instruction& instruction : block) {
    const LateReads late = lateReads(instruction);
    const std::uint32_t lateReady = board.ready(late.registers);
    const Registers inTime =
        instruction.reads & ~late.registers & ~instruction.address & ~forwarded(before, instruction);
    const std::uint32_t operands = board.ready(inTime);
    const std::uint32_t needed = std::max({operands + (operands > 0 ? earlyBy(instruction) : 0),
                                           board.ready(instruction.address), lateReady - std::min(lateReady, late.by)});
    // The younger of a pair issues with the older unless it has to wait.
    const bool together = !paired && pairs(before, instruction) && needed <= lastIssue;
    const std::uint32_t issue = together ? lastIssue : std::max(now, needed);
    paired = together;
    lastIssue = issue;
    board.write(instruction.writes, issue + latency(instruction));
    now = std::max(now, issue + duration(instruction));
    before = instruction;
  }
  BlockCost result{.cycles = now};
  const bool loopEnd = before.op == Op::kBranch && before.conditional && before.target < before.at;
  if (loopEnd) {
    result.cycles += kMispredicted;
    result.takenCycles = -kMispredicted;
  } else if (before.op == Op::kBranchRegister || before.op == Op::kTableBranch ||
             (before.writesPc && before.op == Op::kLoadMultiple)) {
    result.takenCycles = kIndirectRefill;
  }
  return result;
}

} // namespace

std::unique_ptr<cpu::CycleModel> makeCortexM7() { return std::make_unique<CortexM7>(); }

} // namespace arenascope::thumb

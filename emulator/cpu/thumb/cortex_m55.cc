// Cortex-M55 with the vector extension (MVE) and floating point, code and data in tightly coupled memory or a warm
// cache. Experimental: Arm publishes no cycle counts, and no device has been measured against these.
//
// Sources: Arm's "Introduction to Armv8.1-M" and its guides to Helium: a vector instruction has four beats, and this
// core executes two per cycle; the next one may start a cycle later on another unit (memory, integer, multiply and
// floating point), so that alternating loads and products take a cycle each; the LE instruction of a loop costs nothing
// after the first iteration. Scalar code: as on Cortex-M33, which has a similar pipeline, except after taken branches.
// Assumed: gather loads and scatter stores take a cycle for each of their four words.
#include <algorithm>
#include <array>

#include "emulator/cpu/thumb/cores.h"
#include "emulator/cpu/thumb/divide.h"
#include "emulator/cpu/thumb/scoreboard.h"
#include "emulator/cpu/thumb/thumb_cycle_model.h"

namespace arenascope::thumb {

namespace {

constexpr InstructionSet kArmv81M{.dsp = true, .version8 = true, .floats = FloatUnit::kDoubleV5, .vectors = true};

constexpr std::uint32_t kFloatDivide = 14;
constexpr std::uint32_t kVectorBusy = 2; // of its unit
constexpr std::uint32_t kGatherBusy = 4;
constexpr BranchRefill kRefill{.direct = 2, .indirect = 3, .loaded = 4};

// The unit that a vector instruction uses.
enum Unit : std::uint8_t { kMemory, kInteger, kMultiplyAndFloat, kUnits };

Unit unitOf(const Instruction& instruction) {
  switch (instruction.op) {
  case Op::kVectorLoad:
  case Op::kVectorStore:
  case Op::kVectorGather:
  case Op::kVectorScatter: return kMemory;
  case Op::kVectorMultiply:
  case Op::kVectorMultiplyAcross: return kMultiplyAndFloat;
  default: return kInteger;
  }
}

std::uint32_t busy(const Instruction& instruction) {
  const bool gathers = instruction.op == Op::kVectorGather || instruction.op == Op::kVectorScatter;
  return gathers ? kGatherBusy : instruction.op == Op::kVectorPredicate ? 1 : kVectorBusy;
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
    return std::max<std::uint32_t>(1, (instruction.transfers + 1U) / 2); // 64 bits per cycle
  case Op::kDivide: return kShortestDivide;
  case Op::kFloatDivide:
  case Op::kFloatSquareRoot: return kFloatDivide;
  case Op::kTableBranch:
  case Op::kSystem: return 2;
  case Op::kLoopEnd: return 0;
  default: return 1;
  }
}

// Cycles from issue to the first use of the result. Vectors are forwarded beat by beat: one cycle, unless the unit
// needs more.
std::uint32_t latency(const Instruction& instruction) {
  switch (instruction.op) {
  case Op::kFloat:
  case Op::kFloatMultiply:
  case Op::kFloatFused:
  case Op::kVectorMultiply:
  case Op::kVectorMultiplyAcross: return 3;
  case Op::kLoad:
  case Op::kMultiply:
  case Op::kMultiplyAdd:
  case Op::kLongMultiply:
  case Op::kLongMultiplyAdd:
  case Op::kDspMultiply:
  case Op::kFloatMove:
  case Op::kFloatLoad:
  case Op::kVectorLoad:
  case Op::kVector: return 2;
  case Op::kVectorGather: return kGatherBusy + 1;
  default: return duration(instruction);
  }
}

// Two 16-bit instructions dual-issue if one is simple and does not need the other's result.
bool pairs(const Instruction& first, const Instruction& second) {
  if (first.isLong() || second.isLong() || first.isBranch()) return false;
  if ((first.writes & second.reads) != 0 || (first.setsFlags && second.conditional)) return false;
  return second.isBranch() || second.op == Op::kIfThen || second.op == Op::kNop ||
         (first.op == Op::kData && second.op == Op::kData);
}

class CortexM55 final : public ThumbCycleModel {
public:
  CortexM55() : ThumbCycleModel(kArmv81M) {}

protected:
  BlockCost cost(std::span<const Instruction> block) const override;
};

BlockCost CortexM55::cost(std::span<const Instruction> block) const {
  Scoreboard board;
  std::array<std::uint32_t, kUnits> free{}; // cycle in which each unit is free
  std::uint32_t now = 0;                    // when the next instruction can issue
  bool paired = true;                       // the first has nothing to pair with
  Instruction before;
  for (const Instruction& instruction : block) {
    const Registers late = lateOperands(instruction);
    const std::uint32_t lateReady = board.ready(late);
    std::uint32_t issue = std::max({now, board.ready(instruction.reads & ~late), lateReady - std::min(lateReady, 2U)});
    if (instruction.isVector()) {
      std::uint32_t& unit = free[unitOf(instruction)];
      issue = std::max(issue, unit);
      unit = issue + busy(instruction);
    }
    paired = !paired && pairs(before, instruction);
    board.write(instruction.writes, issue + latency(instruction));
    now = issue + (paired ? 0 : duration(instruction));
    before = instruction;
  }
  if (before.op == Op::kLoopEnd) return {.cycles = std::max(now, *std::ranges::max_element(free))};
  return {.cycles = now, .takenCycles = refillAfter(before, kRefill)};
}

} // namespace

std::unique_ptr<cpu::CycleModel> makeCortexM55() { return std::make_unique<CortexM55>(); }

} // namespace arenascope::thumb

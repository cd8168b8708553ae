// A core with four stages and single issue, with memory without wait states.
//
// Source of the figures: Espressif's ESP32-C3 Technical Reference Manual, chapter "ESP-RISC-V CPU" (four stages, in
// order, single issue, RV32IMC; a multiplier of one cycle); cycles of jumps and divisions are second-hand, from
// published measurements (see describeAccuracy). Nothing is published on floating-point units: the relatives' are
// counted like multiplications.
#include <algorithm>

#include "emulator/cpu/riscv/cores.h"
#include "emulator/cpu/riscv/decoder.h"

namespace arenascope::riscv {

namespace {

constexpr std::uint32_t kDivideCycles = 35;
constexpr std::int32_t kRefillCycles = 1; // of a taken branch, in addition to its own cycle
constexpr std::uint32_t kLoadUseCycles = 1;

class SingleIssue final : public cpu::CycleModel {
public:
  cpu::BlockCost blockCost(std::span<const std::uint8_t> code, std::uint32_t /*address*/) const override {
    cpu::BlockCost cost;
    std::uint8_t loaded = 0;
    Op last = Op::kPlain;
    for (const Instruction& instruction : decode(code)) {
      ++cost.instructions;
      const bool divides = instruction.op == Op::kDivide || instruction.op == Op::kFloatDivide;
      cost.cycles += divides ? kDivideCycles : 1;
      if (loaded != 0 && (instruction.read >> loaded & 1) != 0) cost.cycles += kLoadUseCycles;
      loaded = instruction.op == Op::kLoad ? instruction.written : 0;
      last = instruction.op;
    }
    if (last == Op::kBranch || last == Op::kJump) cost.takenCycles = kRefillCycles;
    return cost;
  }

  std::optional<cpu::MissingInstruction> findMissing(std::span<const std::uint8_t> /*code*/,
                                                     std::uint32_t /*address*/) const override {
    return std::nullopt; // the emulator faults at them
  }
};

} // namespace

std::unique_ptr<cpu::CycleModel> makeSingleIssue() { return std::make_unique<SingleIssue>(); }

} // namespace arenascope::riscv

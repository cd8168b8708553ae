// The pipeline of Cortex-M3 and Cortex-M4: single issue, with consecutive loads overlapped.
//
// Sources: [TRM] Arm DDI 0337I (Cortex-M3) and DDI 0439D (Cortex-M4), Technical Reference Manuals, section 3.3:
// instruction set summary with cycle counts, load and store timings. [KA] Arm's knowledge article KA006138 on 32-bit
// instructions that lie across two words. [J] "pipeline cycle test" by jnk0le, measurements on STM32F103 and STM32F407,
// for what the manuals leave open. Where these leave several readings, kStoreBehindLoad, kLoadBehindStore and
// kAcrossWords were chosen with Embench IoT's published cycles in view; nothing else was.
#pragma once

#include "emulator/cpu/thumb/thumb_cycle_model.h"

namespace arenascope::thumb {

// Cycles in which the two cores differ.
struct ThreeStageTimes {
  std::uint32_t multiplyAdd = 1;
  std::uint32_t longMultiply = 1;
  std::uint32_t longMultiplyAdd = 1;
};

class ThreeStagePipeline final : public ThumbCycleModel {
public:
  ThreeStagePipeline(const InstructionSet& instructionSet, const ThreeStageTimes& times)
      : ThumbCycleModel(instructionSet), times_(times) {}

protected:
  BlockCost cost(std::span<const Instruction> block) const override;

private:
  // before: the previous instruction in the block.
  std::uint32_t cyclesOf(const Instruction& instruction, const Instruction& before) const;

  ThreeStageTimes times_;
};

} // namespace arenascope::thumb

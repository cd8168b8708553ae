// Cortex-M4 with the single-precision floating-point unit and memory without wait states.
//
// Source: Arm DDI 0439D, Cortex-M4 Technical Reference Manual, section 3.3 and, for floating point, 7.2.3. All
// multiplications and the whole DSP extension take one cycle.
#include "emulator/cpu/thumb/cores.h"
#include "emulator/cpu/thumb/three_stage_pipeline.h"

namespace arenascope::thumb {

namespace {

constexpr InstructionSet kArmv7EM{.dsp = true, .floats = FloatUnit::kSingleV4};

} // namespace

std::unique_ptr<cpu::CycleModel> makeCortexM4() {
  return std::make_unique<ThreeStagePipeline>(kArmv7EM, ThreeStageTimes());
}

} // namespace arenascope::thumb

// Cortex-M3 with memory without wait states.
//
// Source: Arm DDI 0337I, Cortex-M3 Technical Reference Manual, section 3.3. Multiplications with a 64-bit result take 3
// to 5 cycles, with accumulation 4 to 7, depending on the operands; we use the middle.
#include "emulator/cpu/thumb/cores.h"
#include "emulator/cpu/thumb/three_stage_pipeline.h"

namespace arenascope::thumb {

namespace {

constexpr InstructionSet kArmv7M{};
constexpr ThreeStageTimes kTimes{.multiplyAdd = 2, .longMultiply = 4, .longMultiplyAdd = 6};

} // namespace

std::unique_ptr<cpu::CycleModel> makeCortexM3() { return std::make_unique<ThreeStagePipeline>(kArmv7M, kTimes); }

} // namespace arenascope::thumb

// The Cortex-M cores, one file each.
#pragma once

#include <memory>

#include "emulator/cpu/cycle_model.h"

namespace arenascope::thumb {

std::unique_ptr<cpu::CycleModel> makeCortexM0Plus();
std::unique_ptr<cpu::CycleModel> makeCortexM3();
std::unique_ptr<cpu::CycleModel> makeCortexM4();
std::unique_ptr<cpu::CycleModel> makeCortexM7();
std::unique_ptr<cpu::CycleModel> makeCortexM33();
std::unique_ptr<cpu::CycleModel> makeCortexM55();

} // namespace arenascope::thumb

// The Cortex-M cores, a file each.
#pragma once

#include <memory>

#include "emulator/timing/cycle_model.h"

namespace arenascope::thumb {

std::unique_ptr<timing::CycleModel> makeCortexM0Plus();
std::unique_ptr<timing::CycleModel> makeCortexM3();
std::unique_ptr<timing::CycleModel> makeCortexM4();
std::unique_ptr<timing::CycleModel> makeCortexM7();
std::unique_ptr<timing::CycleModel> makeCortexM33();
std::unique_ptr<timing::CycleModel> makeCortexM55();

} // namespace arenascope::thumb

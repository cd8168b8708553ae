// The instruction set of Cortex-M processors, for the emulated machine.
#pragma once

#include "emulator/cpu/architecture.h"

namespace arenascope::thumb {

extern const cpu::Architecture kArchitecture;

} // namespace arenascope::thumb

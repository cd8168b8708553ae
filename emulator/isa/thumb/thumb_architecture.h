// The instruction set of Cortex-M processors, for the emulated machine.
#pragma once

#include "emulator/isa/architecture.h"

namespace arenascope::thumb {

extern const isa::Architecture kArchitecture;

} // namespace arenascope::thumb

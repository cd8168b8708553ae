// Arm's vector instructions, executed by QEMU: inferences of a target that has them. firmwareEngine() provides its
// memory, and replaces it if QEMU is missing.
#pragma once

#include "emulator/engine/engine.h"

namespace arenascope::runners {

const engine::Engine& vectorEngine();

} // namespace arenascope::runners

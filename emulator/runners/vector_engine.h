// Arm's vector instructions, which QEMU executes: inferences of a target that has them. Its memory stays with
// firmwareEngine(), which stands in for it where QEMU is missing.
#pragma once

#include "emulator/engine/engine.h"

namespace arenascope::runners {

const engine::Engine& vectorEngine();

} // namespace arenascope::runners

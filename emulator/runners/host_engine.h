// The interpreter core as compiled for this computer.
#pragma once

#include "emulator/engine/engine.h"

namespace arenascope::runners {

const engine::Engine& hostEngine();

} // namespace arenascope::runners

// A user's library of TensorFlow Lite Micro, with our harness around it.
#pragma once

#include "emulator/engine/engine.h"

namespace arenascope::runners {

const engine::Engine& libraryEngine();

} // namespace arenascope::runners

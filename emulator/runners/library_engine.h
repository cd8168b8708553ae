// A user's library of TensorFlow Lite Micro, with our harness around it.
#pragma once

#include "emulator/engine/engine.h"
#include "emulator/runners/image_runner.h"

namespace arenascope::runners {

const engine::Engine& libraryEngine();
// Of an added library, by its name. target: the library's.
Result<std::unique_ptr<ImageRunner>> libraryRunner(const std::string& name, const engine::Target& target);

} // namespace arenascope::runners

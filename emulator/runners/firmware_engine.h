// Our interpreter as firmware in our own emulator: the memory of every microcontroller, and the code of those whose
// instructions it has.
#pragma once

#include "emulator/engine/engine.h"

namespace arenascope::runners {

const engine::Engine& firmwareEngine();

// For the memory only; another engine has the code. whyOtherCode: TargetImage::whyOtherCode.
Result<std::unique_ptr<engine::Runner>> memoryRunner(const engine::Request& request, std::string whyOtherCode);

} // namespace arenascope::runners

// Kernel sets of the program's engines, including those that the user has added.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "emulator/engine/engine.h"

namespace arenascope::service {

// By name.
std::vector<engine::AddedKernels> addedKernels();
std::optional<engine::AddedKernels> findAddedKernels(const std::string& name);

// Built-in sets (engine::builtInKernelSets()), then added ones.
std::vector<std::string> kernelSets(const engine::Target& target);
// The requested kernel set if the target has it; otherwise empty, which means the target's default.
std::string kernelsFor(const std::string& target, const std::string& wanted);

} // namespace arenascope::service

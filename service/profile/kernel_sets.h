// Kernel sets of the program's engines, those that a user has added among them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "emulator/engine/engine.h"

namespace arenascope::service {

// By name.
std::vector<engine::AddedKernels> addedKernels();
std::optional<engine::AddedKernels> findAddedKernels(const std::string& name);

// Those that come along (engine::builtInKernelSets()), and then those that were added.
std::vector<std::string> kernelSets(const engine::Target& target);
// The kernel set that is wanted where the target has it, otherwise empty: what it runs with by default.
std::string kernelsFor(const std::string& target, const std::string& wanted);

} // namespace arenascope::service

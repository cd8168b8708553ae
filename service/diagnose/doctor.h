// What works on this machine, and what does not and why.
#pragma once

#include <vector>

#include "emulator/engine/finding.h"

namespace arenascope::service {

using engine::Finding;
using engine::Health;

// Firmware images and emulation of each target, the kept results, the boards and this computer. Models are run for it.
std::vector<Finding> examine();

} // namespace arenascope::service

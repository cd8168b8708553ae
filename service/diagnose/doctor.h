// Checks this computer, with reasons for failures.
#pragma once

#include <vector>

#include "emulator/engine/finding.h"

namespace arenascope::service {

using engine::Finding;
using engine::Health;

// Firmware images and emulation per target, the cache, boards, and this computer. Runs models.
std::vector<Finding> examine();

} // namespace arenascope::service

// What works on this machine, and what does not and why.
#pragma once

#include <string>
#include <vector>

namespace arenascope::service {

enum class Health { kWorks, kLimited, kBroken };

struct Finding {
  std::string part; // "cortex-m4, cmsis-nn"
  Health health = Health::kWorks;
  std::string text; // what was found, and what to do
};

// Firmware images and emulation of each target, the kept results, the boards and this computer. Models are run for it.
std::vector<Finding> examine();

} // namespace arenascope::service

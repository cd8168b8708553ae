// A check of this machine, with the reason of a failure.
#pragma once

#include <cstdint>
#include <string>

namespace arenascope::engine {

enum class Health : std::uint8_t { kWorks, kLimited, kBroken };

struct Finding {
  std::string part; // "cortex-m4, cmsis-nn"
  Health health = Health::kWorks;
  std::string text; // the finding, and a remedy
};

} // namespace arenascope::engine

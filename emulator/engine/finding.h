// What works on this machine, and what does not and why.
#pragma once

#include <cstdint>
#include <string>

namespace arenascope::engine {

enum class Health : std::uint8_t { kWorks, kLimited, kBroken };

struct Finding {
  std::string part; // "cortex-m4, cmsis-nn"
  Health health = Health::kWorks;
  std::string text; // what was found, and what to do
};

} // namespace arenascope::engine

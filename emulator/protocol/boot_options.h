// Options for a firmware image that does not reach its interpreter unaided.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace arenascope::protocol {

struct BootOptions {
  std::string entry;                                // start here instead of at the reset vector
  std::map<std::string, std::uint32_t> skipped;     // functions that return at once, with this value
  std::map<std::uint32_t, std::uint32_t> registers; // fixed values of registers, by address
  std::uint32_t interpreter =
      0; // interpreter to watch, counted from 1 in order of construction; 0: the first with a model
};

} // namespace arenascope::protocol

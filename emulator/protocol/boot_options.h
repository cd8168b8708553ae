// What helps a firmware image that does not get to its interpreter by itself.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace arenascope::protocol {

struct BootOptions {
  std::string entry;                                // a function to begin with, instead of the reset vector's
  std::map<std::string, std::uint32_t> skipped;     // functions that return at once, with this value
  std::map<std::uint32_t, std::uint32_t> registers; // what these always answer, by address
  std::uint32_t interpreter =
      0; // which to watch, counted from 1 as they are constructed; 0: the first that has a model
};

} // namespace arenascope::protocol

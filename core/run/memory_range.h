// Bytes of the arena that an operator may access while it runs.
#pragma once

#include <cstdint>

namespace arenascope::run {

struct MemoryRange {
  std::uint64_t begin = 0; // address in the memory of the emulated machine
  std::uint64_t end = 0;   // exclusive
  bool writable = false;
};

} // namespace arenascope::run

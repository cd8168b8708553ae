// Bytes of the arena that an operator may touch while it runs.
#pragma once

#include <cstdint>

namespace arenascope::run {

struct MemoryRange {
  std::uint64_t begin = 0; // address in the memory of the machine that runs the interpreter
  std::uint64_t end = 0;   // after the last byte
  bool writable = false;
};

} // namespace arenascope::run

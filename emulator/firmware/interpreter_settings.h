// How the interpreter is to be run: the same words for firmware, to which they go through the mailbox, and on the host.
#pragma once

#include <cstdint>

namespace arenascope::firmware {

struct InterpreterSettings {
  std::uint32_t recording = 0; // 1: count what the recording interpreter counts
  std::uint32_t resourceVariables = 0;
  std::uint32_t invoke = 0;                     // 1: run an inference after allocation
  std::uint32_t linearPlanner = 0;              // 1: instead of the greedy one
  std::uint32_t maxLoopIterations = 0x7FFFFFFF; // of a WHILE each time it runs
};

} // namespace arenascope::firmware

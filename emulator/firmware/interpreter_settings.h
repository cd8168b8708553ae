// Settings of the interpreter, the same for firmware, which gets them through the mailbox, and for the host.
#pragma once

#include <cstdint>

namespace arenascope::firmware {

struct InterpreterSettings {
  std::uint32_t recording = 0; // 1: count allocations as the recording interpreter does
  std::uint32_t resourceVariables = 0;
  std::uint32_t invoke = 0;                     // 1: run an inference after allocation
  std::uint32_t linearPlanner = 0;              // 1: linear planner instead of the greedy one
  std::uint32_t maxLoopIterations = 0x7FFFFFFF; // of one WHILE per execution
};

} // namespace arenascope::firmware

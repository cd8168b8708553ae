// What host and firmware tell each other through the first bytes of the microcontroller's RAM.
#pragma once

#include <cstdint>

namespace arenascope::firmware {

// How far a run came.
enum class Outcome : std::uint32_t {
  kRunning = 0,
  kDone = 1,
  kCreateFailed = 2,
  kAllocateFailed = 3,
  kInvokeFailed = 4,
  kAborted = 5,      // the firmware called abort(), or an assertion failed
  kStoppedEarly = 6, // an operator ended the inference, and nothing is wrong
};

struct Mailbox {
  // Written by the host before the start.
  std::uint32_t modelAddress;
  std::uint32_t arenaAddress;
  std::uint32_t arenaBytes;
  std::uint32_t recording; // 1: count what the recording interpreter counts
  std::uint32_t resourceVariables;
  std::uint32_t invoke;        // 1: run an inference after allocation
  std::uint32_t linearPlanner; // 1: instead of the greedy one
  std::uint32_t maxLoopIterations;
  // Written by the firmware.
  Outcome outcome;
};

// What the firmware registers: arenascope_registrations is one of these, in flash.
struct RegistrationList {
  const void* first; // pointers to registrations
  std::uint32_t count;
};
// Where a registration has the pointer to a custom operator's name; its code is at 0.
inline constexpr std::uint32_t kRegistrationCustomName = 20;

} // namespace arenascope::firmware

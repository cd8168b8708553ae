// What host and firmware tell each other through the first bytes of the microcontroller's RAM.
#pragma once

#include <cstdint>

#include "emulator/firmware/interpreter_settings.h"

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
  std::uint32_t modelBytes;
  std::uint32_t arenaAddress;
  std::uint32_t arenaBytes;
  InterpreterSettings settings;
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

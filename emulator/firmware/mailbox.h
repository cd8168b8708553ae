// Data that host and firmware exchange through the first bytes of the microcontroller's RAM.
#pragma once

#include <cstdint>

#include "emulator/firmware/interpreter_settings.h"

namespace arenascope::firmware {

// How far a run got.
enum class Outcome : std::uint32_t {
  kRunning = 0,
  kDone = 1,
  kCreateFailed = 2,
  kAllocateFailed = 3,
  kInvokeFailed = 4,
  kAborted = 5,      // the firmware called abort(), or an assertion failed
  kStoppedEarly = 6, // an operator ended the inference without an error
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

// Alternative decompression memory, of configurable firmware. Written by the host before the start.
struct DecompressionMemory {
  std::uint32_t address; // a multiple of 16
  std::uint32_t bytes;   // 0: none
};

// List of the firmware's registrations, in flash: arenascope_registrations is one.
struct RegistrationList {
  const void* first; // pointers to registrations
  std::uint32_t count;
};
// Offset in a registration of the pointer to a custom operator's name; the built-in code is at 0.
inline constexpr std::uint32_t kRegistrationCustomName = 20;

} // namespace arenascope::firmware

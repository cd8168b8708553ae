// TensorFlow Lite Micro's behaviour in an arena of any size at any address: whether its own checks pass, the message of
// a failed one, and where memory in use would be overwritten undetected. Computed by replaying a run's allocations with
// TFLM's rules, which check less than ours (core/interpreter/runtime/arena.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/report/report.h"

namespace arenascope::diagnosis {

// An array of bytes that the interpreter gets. TFLM rounds its start up to 16 and does not round its end.
struct ArenaPlace {
  std::uint64_t bytes = 0;
  std::uint32_t misalignment = 0; // the array's address modulo 16
};

enum class ArenaFate : std::uint8_t {
  kWorks,
  kRefused,     // an allocation fails with a message
  kNullPointer, // the same, but TFLM ignores the failure and writes through a null pointer
  kOverwrites,  // nothing fails, but memory in use is overwritten: temporary or persistent data
  kOutside,     // nothing fails, but memory beyond the arena is written
};

// The numbers that TFLM prints when it gives up, modulo 2^32 as printed.
struct ArenaRefusal {
  std::size_t event = 0; // position in Report::allocations
  std::uint32_t requested = 0;
  std::uint32_t available = 0;
  std::uint32_t missing = 0;
  std::optional<std::uint32_t> mostBuffers; // "Too many buffers": the planner's working memory is too small
};

struct ArenaOutcome {
  ArenaFate fate = ArenaFate::kWorks;  // the first fault
  std::size_t event = 0;               // position in Report::allocations, of the fault
  std::optional<ArenaRefusal> refusal; // at the fault or later, if it comes that far

  bool works() const { return fate == ArenaFate::kWorks; }
};

// The report's allocation must be complete.
ArenaOutcome replayInTflm(const report::Report& report, const ArenaPlace& place);

// The message that TFLM prints; empty without one.
std::string tflmMessage(const report::Report& report, const ArenaOutcome& outcome);

// The fault and its place, for a person: "fails while preparing operator 3 (CONV_2D), at kernel data".
std::string describeOutcome(const report::Report& report, const ArenaOutcome& outcome);

// The smallest array, a multiple of 16 bytes, that works for TFLM and overwrites nothing at every misalignment from 0
// to 15, and the worst of these misalignments.
struct UnalignedArena {
  std::uint64_t bytes = 0;
  std::uint32_t worst = 0;
};
UnalignedArena unalignedArena(const report::Report& report);

} // namespace arenascope::diagnosis

// What TensorFlow Lite Micro itself does with a model in an arena of any size at any address: whether its own checks
// pass, what it prints where one does not, and where memory that is still needed would be overwritten unseen. Computed
// by replaying a run's allocations with TFLM's rules, which check less than ours (core/interpreter/runtime/arena.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/report/report.h"

namespace arenascope::diagnosis {

// An array of bytes that the interpreter gets. TFLM rounds its start up to 16 and uses its end as it is.
struct ArenaPlace {
  std::uint64_t bytes = 0;
  std::uint32_t misalignment = 0; // the array's address modulo 16
};

enum class ArenaFate : std::uint8_t {
  kWorks,
  kRefused,     // an allocation fails with a message
  kNullPointer, // the same, and TFLM goes on without looking at the answer: it writes through a null pointer
  kOverwrites,  // nothing fails, memory in use is overwritten: temporary data, or what is persistent
  kOutside,     // nothing fails, memory beyond the arena is written
};

// What TFLM prints where it gives up, modulo 2^32 as it prints it.
struct ArenaRefusal {
  std::size_t event = 0; // position in Report::allocations
  std::uint32_t requested = 0;
  std::uint32_t available = 0;
  std::uint32_t missing = 0;
  std::optional<std::uint32_t> mostBuffers; // "Too many buffers": the planner's working memory is too small
};

struct ArenaOutcome {
  ArenaFate fate = ArenaFate::kWorks;  // the first thing that goes wrong
  std::size_t event = 0;               // position in Report::allocations, where it does not work
  std::optional<ArenaRefusal> refusal; // there, or later, if it comes so far

  bool works() const { return fate == ArenaFate::kWorks; }
};

// Of a report whose allocation is known to its end.
ArenaOutcome replayInTflm(const report::Report& report, const ArenaPlace& place);

// The message that TFLM prints; empty where it prints none.
std::string tflmMessage(const report::Report& report, const ArenaOutcome& outcome);

// What happens and where, for a person: "fails while preparing operator 3 (CONV_2D), at kernel data".
std::string describeOutcome(const report::Report& report, const ArenaOutcome& outcome);

// The smallest array, a multiple of 16 bytes, that works for TFLM and overwrites nothing at every misalignment from 0
// to 15, and the misalignment that needs most of it.
struct UnalignedArena {
  std::uint64_t bytes = 0;
  std::uint32_t worst = 0;
};
UnalignedArena unalignedArena(const report::Report& report);

} // namespace arenascope::diagnosis

// Other arrangements of the same memory: two arenas, one arena for several models, an arena of a given size. Computed
// by replaying a run's allocations, which do not depend on where the memory lies; nothing is run again.
#pragma once

#include <optional>
#include <vector>

#include "core/report/report.h"

namespace arenascope::report {

// A persistent and a non-persistent arena, each 16-byte aligned. Smallest sizes in bytes, multiples of 16.
struct SplitArenas {
  std::uint64_t persistent = 0;
  std::uint64_t nonPersistent = 0;

  std::uint64_t together() const { return persistent + nonPersistent; }
};
// Nothing where the allocation is not known to its end.
std::optional<SplitArenas> splitArenas(const Report& report);

// Several models that take turns in one arena, through one allocator: their planned buffers share the head section,
// what is persistent adds up.
struct SharedArena {
  std::vector<std::size_t> order; // in which the interpreters are created, as positions in the reports
  std::uint64_t head = 0;
  std::uint64_t tail = 0;
  std::uint64_t minimum = 0;    // smallest arena, a multiple of 16
  std::size_t fullestModel = 0; // while which of the reports is set up
  std::uint64_t apart = 0;      // what the models take with an arena each
  SplitArenas split;            // the smallest sizes when there are two arenas that the models share
};
// In the order of construction that needs least; all orders are tried for up to six models, otherwise the one given.
// Nothing where the allocation of one is not known to its end, or their targets or kernel sets differ.
std::optional<SharedArena> sharedArena(const std::vector<const Report*>& reports);

// Position in Report::allocations of the first that an arena of so many bytes has no room for; nothing where it is
// large enough. The arena is 16-byte aligned; of its size only whole steps of 16 bytes are used.
std::optional<std::size_t> firstThatDoesNotFit(const Report& report, std::uint64_t arenaBytes);
// The same as a sentence: whether it fits, and if not, what fails, where, and how many bytes are missing.
std::string explainArenaSize(const Report& report, std::uint64_t arenaBytes);

} // namespace arenascope::report

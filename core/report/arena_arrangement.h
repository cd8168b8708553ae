// Other arrangements of the same memory: two arenas, one arena for several models, an arena of a given size. Computed
// from a run's allocations, which do not depend on addresses, without running again.
#pragma once

#include <optional>
#include <vector>

#include "core/report/report.h"

namespace arenascope::report {

// Separate persistent and non-persistent arenas, 16-byte aligned. Smallest sizes in bytes, multiples of 16.
struct SplitArenas {
  std::uint64_t persistent = 0;
  std::uint64_t nonPersistent = 0;

  std::uint64_t together() const { return persistent + nonPersistent; }
};
// Nothing if allocation did not finish.
std::optional<SplitArenas> splitArenas(const Report& report);

// Several models take turns in one arena with one allocator: planned buffers share the head section, persistent data
// adds up.
struct SharedArena {
  std::vector<std::size_t> order; // of constructing the interpreters, as indices of reports
  std::uint64_t head = 0;
  std::uint64_t tail = 0;
  std::uint64_t minimum = 0;    // smallest arena, a multiple of 16
  std::size_t fullestModel = 0; // index of the report during whose set-up the arena is fullest
  std::uint64_t apart = 0;      // total of separate arenas
  SplitArenas split;            // smallest sizes of two arenas shared by the models
};
// With the order of construction that needs least, out of all for up to six models, otherwise as given. Nothing if an
// allocation did not finish, or targets or kernel sets differ.
std::optional<SharedArena> sharedArena(const std::vector<const Report*>& reports);

// Index in Report::allocations of the first that does not fit an arena of this size; nothing if all fit. The arena is
// 16-byte aligned, and its size is rounded down to steps of 16 bytes.
std::optional<std::size_t> firstThatDoesNotFit(const Report& report, std::uint64_t arenaBytes);
// The same in a sentence: fits, or what fails, where, and how many bytes are missing.
std::string explainArenaSize(const Report& report, std::uint64_t arenaBytes);

} // namespace arenascope::report

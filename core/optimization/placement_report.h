// The answer to "which constants and which code belong into the fast memory of this board".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/report/report.h"

namespace arenascope::optimization {

enum class PlacedKind : std::uint8_t { kConstants, kCode };

struct PlacedItem {
  PlacedKind kind = PlacedKind::kConstants;
  std::string name;                   // of the tensor, or of the operators that run the code
  std::vector<std::string> operators; // kinds that read or run it; none: the rest of the model or of the program
  std::int32_t subgraph = -1;         // of a constant
  std::int32_t tensor = -1;
  std::uint64_t bytes = 0;
  std::uint64_t waits = 0; // cycles of an inference in which the processor waits for it, in flash
  std::string region;      // where it belongs; empty: in flash
  std::uint64_t saved = 0; // of `waits` there, as measured with everything in that region
};

// A region, and what was put there.
struct UsedRegion {
  hardware::MemoryRegion region;
  std::uint64_t freeBytes = 0; // without the platform's and the arena's
  std::uint64_t usedBytes = 0;
};

struct PlacementReport {
  report::Report before; // on the board, with weights and code in flash
  report::Report after;  // run with this placement
  std::string arenaRegion;
  bool arenaMoves = false;       // from where it was
  std::int64_t arenaSaved = 0;   // cycles, by moving it alone
  std::vector<PlacedItem> items; // all of the model and of the code, those that move first, by cycles saved
  std::vector<UsedRegion> regions;

  std::uint64_t cyclesBefore() const { return before.cost->total.cycles; }
  std::uint64_t cyclesAfter() const { return after.cost->total.cycles; }
  std::int64_t saved() const {
    return static_cast<std::int64_t>(cyclesBefore()) - static_cast<std::int64_t>(cyclesAfter());
  }
  // The sum of its parts: what caches hold in addition once others have left them is missing.
  std::int64_t savedByParts() const;
  bool movesAll(PlacedKind kind) const; // to one region
};

} // namespace arenascope::optimization

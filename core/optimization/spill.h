// Arenas with a part in slower RAM than the usual, such as PSRAM outside the chip.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/report/report.h"

namespace arenascope::optimization {

// The parts of an arena in the slower RAM, and the bytes in both. One part alone: two arenas.
struct Spill {
  bool persistent = false;
  bool nonPersistent = false;
  std::uint64_t sramBytes = 0; // smallest sizes, multiples of 16
  std::uint64_t psramBytes = 0;
  std::size_t version = 0; // that was run so; 0: the unchanged model

  bool any() const { return persistent || nonPersistent; }
  bool all() const { return persistent && nonPersistent; }
};
std::vector<std::string> namesOf(const Spill& spill); // "persistent", "non_persistent"; none: all is in the usual RAM

// Two regions of a board's RAM, whatever their names are.
struct TwoMemories {
  hardware::MemoryRegion sram;  // the board's usual RAM
  hardware::MemoryRegion psram; // the slower one
  std::uint64_t sramFree = 0;   // bytes that the platform leaves
  std::uint64_t psramFree = 0;

  bool hold(const Spill& spill) const { return spill.sramBytes <= sramFree && spill.psramBytes <= psramFree; }
};

// Regions of RAM in which a line costs more than in the board's first one, the slowest last.
std::vector<hardware::MemoryRegion> slowerRegions(const hardware::Board& board);

// The parts that fit the slower RAM, with a version's sizes from a run in one arena: one part, the other one,
// both. Nothing if its allocation did not finish.
std::vector<Spill> possibleSpills(const report::Report& run, const TwoMemories& memories);

} // namespace arenascope::optimization

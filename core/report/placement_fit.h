// Whether the chosen regions of a board hold constants, code and arena.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/report/report.h"

namespace arenascope::report {

// Reserved by the platform in a region of the board: in the first one.
std::uint64_t reservedIn(const hardware::Board& board, const hardware::MemoryRegion& region);
// What that leaves.
std::uint64_t freeIn(const hardware::Board& board, const hardware::MemoryRegion& region);

struct PlacedBytes {
  const char* what = ""; // "weights", "code" or "arena"
  hardware::Place place;
  std::uint64_t bytes = 0;
};

// What lies in a region of RAM: the parts that are placed there, the arena where none was placed, and in the first one
// what the platform reserves.
struct RegionUse {
  hardware::MemoryRegion region;
  std::uint64_t usedBytes = 0;

  std::uint64_t freeBytes() const { return region.bytes > usedBytes ? region.bytes - usedBytes : 0; }
  std::uint64_t missingBytes() const { return usedBytes > region.bytes ? usedBytes - region.bytes : 0; }
};

struct PlacementFit {
  std::vector<PlacedBytes> parts; // those that were given
  std::vector<RegionUse> regions; // of the board, those for code last
  std::string misfit;             // what does not fit, in a sentence; empty if all does

  bool fits() const { return misfit.empty(); }
};

// Absent without a placement, or if the arena is not known.
std::optional<PlacementFit> placementFit(const Report& report);
// A line for each part: "weights: 300,568 bytes in DTCM (384.0 KiB, no wait states)", and what does not fit.
std::string describe(const hardware::Board& board, const PlacementFit& fit);

} // namespace arenascope::report

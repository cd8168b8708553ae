// Whether a profiled model fits a board, and how fast it runs there.
#pragma once

#include <optional>

#include "core/hardware/board.h"
#include "core/report/report.h"

namespace arenascope::report {

struct BoardFit {
  std::optional<double> milliseconds; // one inference at the board's clock; absent where cycles are, or part of them
  std::uint64_t arena = 0;            // the recommended size
  std::uint64_t arenaCapacity = 0;    // Board::arenaCapacity()
  std::int64_t ramLeft = 0;           // in all regions, after arena and platform; below zero: so much is missing
  bool flashKnown = false;            // else the figures of flash are of the model alone
  std::uint64_t flashNeeded = 0;      // FlashNeed::total()
  std::int64_t flashLeft = 0;

  // Beside the arena in its region: what a larger arena could take. Below zero: so much is missing there.
  std::int64_t freeBytes() const { return static_cast<std::int64_t>(arenaCapacity) - static_cast<std::int64_t>(arena); }
  double framesPerSecond() const { return milliseconds && *milliseconds > 0 ? 1000.0 / *milliseconds : 0.0; }
  bool fitsRam() const { return arena <= arenaCapacity && ramLeft >= 0; }
  bool fitsFlash() const { return flashLeft >= 0; }
  bool fits() const { return fitsRam() && fitsFlash(); }
};

// An arena of its own for each section, in the regions that were chosen.
struct RegionFit {
  std::uint64_t nonPersistent = 0; // bytes that it takes
  std::uint64_t persistent = 0;
  bool fits = false;
};
// Absent where no regions were chosen, or the arena is not known.
std::optional<RegionFit> fitIn(const Report& report);
// A line for each: "non-persistent arena: 5,440 bytes in DTCM (128.0 KiB, no wait states)".
std::string describe(const hardware::Board& board, const hardware::ArenaRegions& regions, const RegionFit& fit);

// Absent where the arena is not known. The report is of a run on the board's core.
std::optional<BoardFit> fitOn(const hardware::Board& board, const Report& report);

// Where the arena does not fit the report's board: how many bytes of it would. Nothing where it fits, where nothing can
// be as small, and of a firmware image, whose model is not in a file.
std::optional<std::uint64_t> budgetToFit(const Report& report);
// What to do then: which command looks for a smaller one. Otherwise empty.
std::string adviseToShrink(const Report& report);

// "174 KiB of RAM left"; where there are several regions, what is left in the largest one and in all of them; or what
// is missing.
std::string describeRam(const BoardFit& fit);
// What does not fit: "5.2 KiB of RAM missing". Empty where all does.
std::string describeMisfit(const BoardFit& fit);
// "12.3 ms, 81 frames/s; 174 KiB of RAM and 610 KiB of flash left", or what does not fit.
std::string describe(const BoardFit& fit);

} // namespace arenascope::report

// Whether a profiled model fits a board, and how fast it runs there.
#pragma once

#include <optional>

#include "core/hardware/board.h"
#include "core/report/report.h"

namespace arenascope::report {

struct BoardFit {
  std::optional<double> milliseconds; // per inference, at the board's clock; absent if any cycles are unknown
  std::uint64_t arena = 0;            // the recommended size
  std::uint64_t arenaCapacity = 0;    // Board::arenaCapacity()
  std::int64_t ramLeft = 0;           // over all regions, after arena and platform; negative: bytes missing
  bool flashKnown = false;            // otherwise flash figures are of the model only
  std::uint64_t flashNeeded = 0;      // FlashNeed::total()
  std::int64_t flashLeft = 0;

  // Bytes by which the arena could grow in its region; negative: bytes missing.
  std::int64_t freeBytes() const { return static_cast<std::int64_t>(arenaCapacity) - static_cast<std::int64_t>(arena); }
  double framesPerSecond() const { return milliseconds && *milliseconds > 0 ? 1000.0 / *milliseconds : 0.0; }
  bool fitsRam() const { return arena <= arenaCapacity && ramLeft >= 0; }
  bool fitsFlash() const { return flashLeft >= 0; }
  bool fits() const { return fitsRam() && fitsFlash(); }
};

// Fit of a separate arena per section, in the chosen regions.
struct RegionFit {
  std::uint64_t nonPersistent = 0; // its size in bytes
  std::uint64_t persistent = 0;
  bool fits = false;
};
// Absent if no regions were chosen, or the arena is not known.
std::optional<RegionFit> fitIn(const Report& report);
// One line per section: "non-persistent arena: 5,440 bytes in DTCM (128.0 KiB, no wait states)".
std::string describe(const hardware::Board& board, const hardware::ArenaRegions& regions, const RegionFit& fit);

// Absent if the arena is not known. The report has to be of a run on the board's core.
std::optional<BoardFit> fitOn(const hardware::Board& board, const Report& report);

// If the arena does not fit the report's board: the size that would. Nothing if it fits, if no version can be that
// small, or for a firmware image, whose model is not in a file.
std::optional<std::uint64_t> budgetToFit(const Report& report);
// A suggestion for that case: the command that looks for a smaller arena. Otherwise empty.
std::string adviseToShrink(const Report& report);

// "174 KiB of RAM left"; with several regions, what is left in the largest and in total; or what is missing.
std::string describeRam(const BoardFit& fit);
// What does not fit: "5.2 KiB of RAM missing". Empty if all fits.
std::string describeMisfit(const BoardFit& fit);
// "12.3 ms, 81 frames/s; 174 KiB of RAM and 610 KiB of flash left", or what does not fit.
std::string describe(const BoardFit& fit);

} // namespace arenascope::report

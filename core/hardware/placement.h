// Memory regions that a person chooses for a model's constants, the program's code, and the arena.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/hardware/board.h"

namespace arenascope::hardware {

// Of --place: the region's name for flash.
inline constexpr const char* kFlashRegion = "flash";

// What can be placed, as in --place.
inline constexpr std::array kPlacedParts = {"weights", "code", "arena"};

struct Place {
  MemoryRegion region;                     // of RAM; kFlashRegion: stays in flash
  std::optional<std::uint64_t> limitBytes; // of the region, for this; absent: all that is free

  bool inFlash() const { return region.name == kFlashRegion; }
};

// Absent: where it usually is, in flash, and the arena in the board's first region.
struct Placement {
  std::optional<Place> weights; // the model, with its constants
  std::optional<Place> code;    // kernels and interpreter, with their constants
  std::optional<Place> arena;
};

// A board's regions that may hold one of kPlacedParts, flash last.
std::vector<MemoryRegion> regionsFor(const Board& board, std::string_view part);

// What is wrong with the form of "weights=dtcm" or "code=itcm:64K"; empty if nothing is. The board is not asked.
std::string wrongPlace(const std::string& word);
// Arguments of --place. A region's name is matched without case, spaces and punctuation; "ram" is the board's
// first. The error lists the regions that may hold it.
Result<Placement> parsePlacement(const Board& board, std::span<const std::string> arguments);

} // namespace arenascope::hardware

// Everything that wants RAM in a firmware image, in the memory that holds the arena: arena, variables, heap, stack,
// reservations and free bytes, and the sizes that the arena may have.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/report/ram_contents.h"
#include "core/report/report.h"

namespace arenascope::report {

enum class RamUse : std::uint8_t { kArena, kData, kZeroed, kHeap, kStack, kReserved, kFree };
const char* ramUseName(RamUse use); // "arena", "data", "bss", "heap", "stack", "reserved", "free"; in the JSON

struct RamPart : RamPiece {
  RamUse use = RamUse::kFree;
  bool yields = false; // shrinks as the arena grows: free bytes, and a heap that takes what is left
};

struct RamBand {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;      // exclusive
  std::string endKnownBy;     // "the initial stack pointer", "the end of its last section"
  std::vector<RamPart> parts; // by address, without gaps
  std::uint64_t arenaGiven = 0;
  std::uint64_t arenaNeeded = 0; // the minimum; 0: not known
  // With variables in their present order; another order may leave an alignment more.
  std::uint64_t arenaLargest = 0;  // largest arena that still links, and leaves the stack that was seen
  bool overStack = false;          // above it the image links, but its stack has less than was seen: none is reserved
  std::uint64_t stackReserved = 0; // by the linker script or an object; 0: nothing is
  std::uint64_t stackSeen = 0;     // deepest while the interpreter worked, from the stack's start; 0: not measured
  std::vector<RamPiece> objects;   // by size, without the arena; empty if the symbols have been stripped
  std::optional<std::uint64_t> asked; // size that was asked for

  std::uint64_t bytes() const { return end - begin; }
  std::uint64_t of(RamUse use) const; // sum in bytes
  std::uint64_t toGiveBack() const {
    return arenaNeeded > 0 && arenaGiven > arenaNeeded ? arenaGiven - arenaNeeded : 0;
  }
};

// Absent unless the report is of an ELF file with an arena in RAM.
std::optional<RamBand> ramBand(const Report& report);

// "Give back 17,744 bytes: the arena has 100,000 and needs 82,256." Then the range of sizes that work, and the size
// that was asked for: "65,536 bytes do not link: 12,288 are missing." One sentence each.
std::vector<std::string> describe(const RamBand& band);
// "arena", ".bss", "stack, 396 bytes seen".
std::string describe(const RamBand& band, const RamPart& part);

} // namespace arenascope::report

// A microcontroller board: its memories and their speed. Read from a JSON file; resources/boards/README.md documents
// the format.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace arenascope::hardware {

// Wait states in cycles, per accessed line; behind a cache, per line fetched (reads) and per dirty line evicted
// (writes).
struct RamWaitStates {
  double upToMhz = 0.0; // of the processor's clock
  std::uint32_t reads = 0;
  std::uint32_t writes = 0;

  bool any() const { return reads > 0 || writes > 0; }
};

struct MemoryRegion {
  std::string name;
  std::uint64_t bytes = 0;
  std::uint32_t lineBytes = 4;  // bytes per access
  std::uint32_t cacheBytes = 0; // of the processor's data cache in front of it; 0: none
  // By rising clock; empty: none at any. Applies to all data if the region is the board's first, and to an arena placed
  // in the region by name.
  std::vector<RamWaitStates> waitStates = {};
  bool executes = true; // code can run in it
};

// Regions of the arena's two sections, or of two arenas: tensors and scratch buffers, and persistent data.
struct ArenaRegions {
  MemoryRegion nonPersistent;
  MemoryRegion persistent;

  bool same() const { return nonPersistent.name == persistent.name; }
};

struct WaitStates {
  double upToMhz = 0.0; // of the processor's clock
  std::uint32_t states = 0;
};

// Caches in front of the flash; 0 bytes: only the last line read.
struct FlashCacheSizes {
  std::uint32_t codeBytes = 0;
  std::uint32_t dataBytes = 0; // for constants, including the model
  std::uint32_t ways = 1;      // associativity
  bool shared = false;         // one cache of codeBytes for both
};

// The library that projects for a board usually link; empty if there is no usual one.
struct UsualLibrary {
  std::string name;     // "CMSIS-NN of April 2022 (Chirale's Arduino_TensorFlowLite)"
  std::string compiler; // "GCC 8"
  std::string level;    // optimization level: "-Os", "-O2" or "-O3"
};

struct Board {
  std::string name;  // as on the command line: the file name without .json
  std::string title; // for display
  std::string core;  // a target: "cortex-m4"
  double clockMhz = 0.0;
  std::vector<MemoryRegion> ram;
  std::vector<MemoryRegion> codeRam; // for code and constants (ITCM); in no sum of RAM
  std::uint64_t flashBytes = 0;
  std::vector<WaitStates> waitStates;  // of the flash, by rising clock; empty: none at any
  std::uint32_t flashLineBytes = 16;   // of the flash cache
  std::uint32_t flashReadBytes = 0;    // per read, each with the wait states; 0: a line
  std::uint32_t flashClockDivider = 1; // processor cycles per cycle of the flash clock, which counts the wait states
  bool flashPrefetch = true;           // fetches the line after the one being executed
  FlashCacheSizes flashCache;
  bool codeCacheIsOff = false;        // by switchOffCaches()
  std::uint64_t reservedRamBytes = 0; // usual memory use of the platform
  std::uint64_t reservedFlashBytes = 0;
  std::string reservedFor; // "Mbed OS and Bluetooth"
  std::string usualTflm;   // usual library revision (--tflm); empty: no usual one
  // Functions that its platform replaces in newlib: "pico-sdk"; empty: none. Has a separate image (emulator/firmware).
  std::string cLibrary;
  UsualLibrary usualLibrary;
  std::string source; // source of the figures
  std::string fitted; // what its memory timing was fitted to; empty: it is from documents

  std::uint64_t ramBytes() const;
  // Bytes available for an arena, in one region: the largest, at most what the platform leaves in total.
  std::uint64_t arenaCapacity() const;
  // The error lists the regions. Case is ignored.
  Result<MemoryRegion> region(const std::string& regionName) const;
  // At the board's clock.
  std::uint32_t flashWaitStates() const;
  // Wait cycles for a line that is not cached.
  std::uint32_t flashLineWaitCycles() const;
  // Of one of its regions, at the board's clock.
  RamWaitStates waitStatesOf(const MemoryRegion& region) const;
  // ", SRAM: 1 on reads" for the first region, which usually has a program's data, stack and arena; empty if it has no
  // wait states.
  std::string describeRamWaitStates() const;
  // Upper ends of the clock ranges with equal wait states, rising, up to the board's clock: an inference takes the same
  // number of cycles throughout a range.
  std::vector<double> clockRanges() const;
  // Sets the same number for any clock.
  void setFlashWaitStates(std::uint32_t states);
  void setRamWaitStates(std::uint32_t reads, std::uint32_t writes);
  // Fetches every line but the last one again: code and constants from flash, data from RAM.
  void switchOffCaches(bool ofCode, bool ofData);
  double clockHz() const { return clockMhz * 1e6; }
};

// "8 on reads of 32 bytes, behind a cache of 16.0 KiB".
std::string describeWaitStates(const MemoryRegion& region, const RamWaitStates& waitStates);

// A board's JSON with another board's memory timing, at any clock, and what that was fitted to.
Result<std::string> withMemoryTiming(const std::string& json, const Board& timing, const std::string& fitted);

// The error names a missing or wrong field, and what it takes.
Result<Board> parseBoard(const std::string& name, const std::string& json);

} // namespace arenascope::hardware

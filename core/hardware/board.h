// A microcontroller board: what of it a model has to fit into, and how fast it runs. Read from a JSON file;
// resources/boards/README.md says what stands in it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace arenascope::hardware {

// What each access waits for: for every line that it touches, or, behind a cache, for a line that is fetched (reads)
// and for one that was written and makes room (writes).
struct RamWaitStates {
  double upToMhz = 0.0; // of the processor's clock
  std::uint32_t reads = 0;
  std::uint32_t writes = 0;

  bool any() const { return reads > 0 || writes > 0; }
};

struct MemoryRegion {
  std::string name;
  std::uint64_t bytes = 0;
  std::uint32_t lineBytes = 4;  // read or written at a time
  std::uint32_t cacheBytes = 0; // of the processor's data cache, in front of it; 0: none
  // By rising clock; empty: none at any. Counted for everything where the region is the board's first, and for an arena
  // that is placed in it by name.
  std::vector<RamWaitStates> waitStates = {};
};

// Where the two sections of the arena lie, or its two arenas: tensors and scratch buffers, and what is persistent.
struct ArenaRegions {
  MemoryRegion nonPersistent;
  MemoryRegion persistent;

  bool same() const { return nonPersistent.name == persistent.name; }
};

struct WaitStates {
  double upToMhz = 0.0; // of the processor's clock
  std::uint32_t states = 0;
};

// In front of the flash; 0 bytes: only the line read last is at hand.
struct FlashCacheSizes {
  std::uint32_t codeBytes = 0;
  std::uint32_t dataBytes = 0; // for constants, the model among them
  std::uint32_t ways = 1;      // lines that share a place
  bool shared = false;         // one cache of codeBytes for both
};

// What people usually link for a board; empty where nothing is usual.
struct UsualLibrary {
  std::string name;     // "CMSIS-NN of April 2022 (Chirale's Arduino_TensorFlowLite)"
  std::string compiler; // "GCC 8"
  std::string level;    // what it is compiled at: "-Os", "-O2" or "-O3"
};

struct Board {
  std::string name;  // as on the command line: the file's, without .json
  std::string title; // for a person
  std::string core;  // a target: "cortex-m4"
  double clockMhz = 0.0;
  std::vector<MemoryRegion> ram;
  std::uint64_t flashBytes = 0;
  std::vector<WaitStates> waitStates;  // of the flash, by rising clock; empty: none at any
  std::uint32_t flashLineBytes = 16;   // of its cache
  std::uint32_t flashReadBytes = 0;    // read at a time, each time with the wait states; 0: a line
  std::uint32_t flashClockDivider = 1; // cycles of the processor in one of the flash's, which has the wait states
  bool flashPrefetch = true;           // the line after the one that code runs in is fetched meanwhile
  FlashCacheSizes flashCache;
  std::uint64_t reservedRamBytes = 0; // what the platform usually takes for itself
  std::uint64_t reservedFlashBytes = 0;
  std::string reservedFor; // "Mbed OS and Bluetooth"
  std::string usualTflm;   // revision (--tflm) of the library that people usually have; empty: nothing is usual
  // What its platform has instead of some of newlib's functions: "pico-sdk"; empty: newlib's. With an image of its own
  // (emulator/firmware).
  std::string cLibrary;
  UsualLibrary usualLibrary;
  std::string source; // where the figures come from
  std::string fitted; // what its memory timing was fitted to; empty: it is the documents'

  std::uint64_t ramBytes() const;
  // Room for an arena, which lies in one region: the largest, and not more than the platform leaves in all.
  std::uint64_t arenaCapacity() const;
  // The error says which regions there are. Upper and lower case are the same.
  Result<MemoryRegion> region(const std::string& regionName) const;
  // At its clock.
  std::uint32_t flashWaitStates() const;
  // Cycles for a line that is not in the cache.
  std::uint32_t flashLineWaitCycles() const;
  // Of one of its regions, at its clock.
  RamWaitStates waitStatesOf(const MemoryRegion& region) const;
  // ", SRAM: 1 on reads" of its first region, where a program's data, stack and arena usually are; empty where RAM does
  // not make the processor wait.
  std::string describeRamWaitStates() const;
  // Up to its clock, the upper ends of the ranges within which the same waits hold, rising: an inference takes the same
  // cycles at every clock of a range.
  std::vector<double> clockRanges() const;
  // The same at any clock.
  void setFlashWaitStates(std::uint32_t states);
  void setRamWaitStates(std::uint32_t reads, std::uint32_t writes);
  // Every line is fetched anew but the one used last: code and constants of the flash, data in RAM.
  void switchOffCaches(bool ofCode, bool ofData);
  double clockHz() const { return clockMhz * 1e6; }
};

// "8 on reads of 32 bytes, behind a cache of 16.0 KiB".
std::string describeWaitStates(const MemoryRegion& region, const RamWaitStates& waitStates);

// A board's JSON with the memory timing of another one, at any clock, and what that was fitted to.
Result<std::string> withMemoryTiming(const std::string& json, const Board& timing, const std::string& fitted);

// The error names the field that is missing or wrong, and what it takes.
Result<Board> parseBoard(const std::string& name, const std::string& json);

} // namespace arenascope::hardware

// Cycles that the processor waits for flash with wait states, behind small caches or a buffer of one line.
#pragma once

#include <cstdint>

#include "emulator/cpu/line_cache.h"
#include "emulator/cpu/ram_timing.h"

namespace arenascope::cpu {

struct FlashTiming {
  std::uint32_t waitStates = 0;     // for each line read from flash
  std::uint32_t lineBytes = 16;     // read at a time
  std::uint32_t codeCacheBytes = 0; // 0: only the last line read
  std::uint32_t dataCacheBytes = 0; // for constants; likewise
  std::uint32_t cacheWays = 1;      // associativity
  bool oneCache = false;            // code and constants share the first cache
  bool prefetch = true;             // fetches the line after the one being executed
};

class FlashCache {
public:
  // prefetched: wait cycles hidden if a line follows the one before.
  FlashCache(const FlashTiming& timing, std::uint32_t cacheBytes, std::uint32_t prefetched);

  // Wait cycles for reading this many bytes at an address now.
  std::uint32_t stall(std::uint32_t address, std::uint32_t bytes) {
    return stall(address, bytes, waitStates_, prefetched_);
  }
  // The same in other memory behind this cache.
  std::uint32_t stall(std::uint32_t address, std::uint32_t bytes, std::uint32_t waitStates, std::uint32_t prefetched);

private:
  std::uint32_t waitStates_;
  std::uint32_t lineBytes_;
  std::uint32_t prefetched_;
  LineCache lines_;
  std::uint32_t last_; // line used last
};

// Flash wait cycles of a processor: for code, which a prefetch reads ahead at a word per cycle during execution of the
// line before, and for constants, which are not prefetched.
class FlashReads {
public:
  // otherCacheBytes: of the processor's cache for code in RAM; what it holds of the flash it holds as well.
  explicit FlashReads(const FlashTiming& timing, std::uint32_t otherCacheBytes = 0);

  std::uint32_t stallForCode(std::uint32_t address, std::uint32_t bytes) { return code_.stall(address, bytes); }
  // In RAM; behind a cache the one for code.
  std::uint32_t stallForCodeIn(const RamTiming& ram, std::uint32_t address, std::uint32_t bytes);
  std::uint32_t stallForData(std::uint32_t address, std::uint32_t bytes) {
    return (oneCache_ ? code_ : data_).stall(address, bytes);
  }

private:
  bool oneCache_;
  FlashCache code_;
  FlashCache data_;
};

} // namespace arenascope::cpu

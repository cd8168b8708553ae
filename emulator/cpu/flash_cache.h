// Cycles that the processor waits for a flash with wait states, behind small caches or the line read last.
#pragma once

#include <cstdint>

#include "emulator/cpu/line_cache.h"

namespace arenascope::cpu {

struct FlashTiming {
  std::uint32_t waitStates = 0;     // for a line that is read from the flash
  std::uint32_t lineBytes = 16;     // read at a time
  std::uint32_t codeCacheBytes = 0; // 0: the line read last
  std::uint32_t dataCacheBytes = 0; // of constants, likewise
  std::uint32_t cacheWays = 1;      // lines that share a place in a cache
  bool oneCache = false;            // code and constants are both in the first
  bool prefetch = true;             // the line after the one that code runs in is read meanwhile
};

class FlashCache {
public:
  // prefetched: cycles of a wait that are hidden when a line is read right after the one before.
  FlashCache(const FlashTiming& timing, std::uint32_t cacheBytes, std::uint32_t prefetched);

  // For so many bytes at an address, read now.
  std::uint32_t stall(std::uint32_t address, std::uint32_t bytes);

private:
  std::uint32_t waitStates_;
  std::uint32_t lineBytes_;
  std::uint32_t prefetched_;
  LineCache lines_;
  std::uint32_t last_; // the line used last
};

// What of the flash a processor waits for: code, which with a prefetch is read ahead in a row at a word a cycle while
// the line before is executed, and constants, which are not.
class FlashReads {
public:
  explicit FlashReads(const FlashTiming& timing);

  std::uint32_t stallForCode(std::uint32_t address, std::uint32_t bytes) { return code_.stall(address, bytes); }
  std::uint32_t stallForData(std::uint32_t address, std::uint32_t bytes) {
    return (oneCache_ ? code_ : data_).stall(address, bytes);
  }

private:
  bool oneCache_;
  FlashCache code_;
  FlashCache data_;
};

} // namespace arenascope::cpu

// Cycles that the processor waits for flash with wait states, behind small caches or a buffer of one line.
#pragma once

#include <cstdint>

#include "emulator/cpu/line_cache.h"

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
  std::uint32_t stall(std::uint32_t address, std::uint32_t bytes);

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

#include "emulator/cpu/flash_cache.h"

#include <algorithm>

namespace arenascope::cpu {

namespace {

constexpr std::uint32_t kNoLine = 0xFFFFFFFF;
constexpr std::uint32_t kWordBytes = 4;

} // namespace

FlashCache::FlashCache(const FlashTiming& timing, std::uint32_t cacheBytes, std::uint32_t prefetched)
    : waitStates_(timing.waitStates), lineBytes_(timing.lineBytes),
      prefetched_(std::min(prefetched, timing.waitStates)), lines_(cacheBytes, timing.lineBytes, timing.cacheWays),
      last_(kNoLine) {}

std::uint32_t FlashCache::stall(std::uint32_t address, std::uint32_t bytes, std::uint32_t waitStates,
                                std::uint32_t prefetched) {
  std::uint32_t cycles = 0;
  for (std::uint32_t line = address / lineBytes_; line <= (address + bytes - 1) / lineBytes_; ++line) {
    if (line == last_) continue;
    if (!lines_.touch(line, false).there) cycles += waitStates - (line == last_ + 1 ? prefetched : 0);
    last_ = line;
  }
  return cycles;
}

FlashReads::FlashReads(const FlashTiming& timing, std::uint32_t otherCacheBytes)
    : oneCache_(timing.oneCache), code_(timing, std::max(timing.codeCacheBytes, otherCacheBytes),
                                        timing.prefetch ? timing.lineBytes / kWordBytes : 0),
      data_(timing, timing.dataCacheBytes, 0) {}

std::uint32_t FlashReads::stallForCodeIn(const RamTiming& ram, std::uint32_t address, std::uint32_t bytes) {
  if (ram.reads == 0 || bytes == 0) return 0;
  if (ram.cacheBytes > 0) return code_.stall(address, bytes, ram.reads, 0);
  return ((address + bytes - 1) / ram.lineBytes - address / ram.lineBytes + 1) * ram.reads;
}

} // namespace arenascope::cpu

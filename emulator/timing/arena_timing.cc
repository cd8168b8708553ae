#include "emulator/timing/arena_timing.h"

namespace arenascope::timing {

namespace {

constexpr std::uint32_t kCacheWays = 4;

} // namespace

ArenaAccesses::Memory::Memory(const RamTiming& ram) : timing(ram) {
  if (ram.cacheBytes == 0 || ram.waitStates == 0) return;
  cache.emplace(FlashTiming{.waitStates = ram.waitStates, .lineBytes = ram.lineBytes, .cacheWays = kCacheWays},
                ram.cacheBytes, 0);
}

std::uint32_t ArenaAccesses::Memory::stall(std::uint32_t address, std::uint32_t bytes) {
  if (timing.waitStates == 0 || bytes == 0) return 0;
  if (cache) return cache->stall(address, bytes);
  const std::uint32_t lines = (address + bytes - 1) / timing.lineBytes - address / timing.lineBytes + 1;
  return lines * timing.waitStates;
}

ArenaAccesses::ArenaAccesses(const ArenaTiming& timing, std::uint32_t arenaAddress)
    : persistentBegin_(arenaAddress + static_cast<std::uint32_t>(timing.headBytes)),
      nonPersistent_(timing.nonPersistent), persistent_(timing.persistent) {}

std::uint32_t ArenaAccesses::stall(std::uint32_t address, std::uint32_t bytes) {
  return (address < persistentBegin_ ? nonPersistent_ : persistent_).stall(address, bytes);
}

} // namespace arenascope::timing

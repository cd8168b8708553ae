#include "emulator/session/board_timing.h"

namespace arenascope::session {

timing::FlashTiming flashTiming(const profile::Board& board) {
  return {.waitStates = board.flashLineWaits(),
          .lineBytes = board.flashLineBytes,
          .codeCacheBytes = board.flashCache.codeBytes,
          .dataCacheBytes = board.flashCache.dataBytes,
          .cacheWays = board.flashCache.ways,
          .oneCache = board.flashCache.shared};
}

timing::RamWaits ramWaits(const profile::Board& board) {
  const profile::RamWaits waits = board.ramWaits();
  return {.reads = waits.reads, .writes = waits.writes};
}

timing::RamTiming ramTiming(const profile::MemoryRegion& region) {
  return {.waitStates = region.waitStates, .lineBytes = region.lineBytes, .cacheBytes = region.cacheBytes};
}

} // namespace arenascope::session

#include "emulator/session/board_timing.h"

namespace arenascope::session {

void addBoardTiming(const profile::Board& board, RunOptions& options) {
  options.flash = {.waitStates = board.flashLineWaits(),
                   .lineBytes = board.flashLineBytes,
                   .codeCacheBytes = board.flashCache.codeBytes,
                   .dataCacheBytes = board.flashCache.dataBytes,
                   .cacheWays = board.flashCache.ways,
                   .oneCache = board.flashCache.shared};
  const profile::RamWaits waits = board.ramWaits();
  options.ram = {.reads = waits.reads, .writes = waits.writes};
}

timing::RamTiming ramTiming(const profile::MemoryRegion& region) {
  return {.waitStates = region.waitStates, .lineBytes = region.lineBytes, .cacheBytes = region.cacheBytes};
}

} // namespace arenascope::session

#include "emulator/session/board_timing.h"

namespace arenascope::session {

void addBoardTiming(const profile::Board& board, RunOptions& options) {
  options.flash = {.waitStates = board.flashLineWaits(),
                   .lineBytes = board.flashLineBytes,
                   .codeCacheBytes = board.flashCache.codeBytes,
                   .dataCacheBytes = board.flashCache.dataBytes,
                   .cacheWays = board.flashCache.ways,
                   .oneCache = board.flashCache.shared,
                   .prefetch = board.flashPrefetch};
  if (!board.ram.empty()) options.ram = ramTiming(board, board.ram.front());
}

timing::RamTiming ramTiming(const profile::Board& board, const profile::MemoryRegion& region) {
  const profile::RamWaits waits = board.waitsOf(region);
  return {.reads = waits.reads, .writes = waits.writes, .lineBytes = region.lineBytes, .cacheBytes = region.cacheBytes};
}

} // namespace arenascope::session

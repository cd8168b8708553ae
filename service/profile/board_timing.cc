#include "service/profile/board_timing.h"

namespace arenascope::service {

void addBoardTiming(const hardware::Board& board, engine::RunOptions& options) {
  options.flash = {.waitStates = board.flashLineWaitCycles(),
                   .lineBytes = board.flashLineBytes,
                   .codeCacheBytes = board.flashCache.codeBytes,
                   .dataCacheBytes = board.flashCache.dataBytes,
                   .cacheWays = board.flashCache.ways,
                   .oneCache = board.flashCache.shared,
                   .prefetch = board.flashPrefetch};
  if (!board.ram.empty()) options.ram = ramTiming(board, board.ram.front());
}

cpu::RamTiming ramTiming(const hardware::Board& board, const hardware::MemoryRegion& region) {
  const hardware::RamWaitStates waitStates = board.waitStatesOf(region);
  return {.reads = waitStates.reads,
          .writes = waitStates.writes,
          .lineBytes = region.lineBytes,
          .cacheBytes = region.cacheBytes};
}

} // namespace arenascope::service

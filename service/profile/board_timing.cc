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

cpu::RamTiming codeTiming(const hardware::Board& board, const hardware::MemoryRegion& region) {
  cpu::RamTiming timing = ramTiming(board, region);
  // A file says what lies in front of a flash with wait states. An instruction cache beside it is as large as the data
  // cache: on all boards that have both.
  const std::uint32_t described = board.waitStates.empty() ? timing.cacheBytes : board.flashCache.codeBytes;
  if (timing.cacheBytes > 0) timing.cacheBytes = board.codeCacheIsOff ? 0 : described;
  return timing;
}

void addPlacement(const hardware::Board& board, const hardware::Placement& placement, std::uint32_t modelBytes,
                  engine::RunOptions& options) {
  if (placement.code && !placement.code->inFlash()) {
    engine::PlacedPart code;
    code.allCode = true;
    code.memory = codeTiming(board, placement.code->region);
    options.placed.push_back(code);
  }
  if (placement.weights && !placement.weights->inFlash()) {
    engine::PlacedPart weights;
    weights.constants = {{0, modelBytes}};
    weights.memory = ramTiming(board, placement.weights->region);
    options.placed.push_back(weights);
  }
  if (!placement.arena) return;
  const cpu::RamTiming arena = ramTiming(board, placement.arena->region);
  options.arena = cpu::ArenaTiming{.nonPersistent = arena, .persistent = arena, .headBytes = 0};
}

} // namespace arenascope::service

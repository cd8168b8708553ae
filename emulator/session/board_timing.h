// What of a board makes a run wait.
#pragma once

#include "core/analysis/board.h"
#include "emulator/targets/runner.h"
#include "emulator/timing/ram_timing.h"

namespace arenascope::session {

// Flash and RAM, for an inference on it.
void addBoardTiming(const profile::Board& board, RunOptions& options);
timing::RamTiming ramTiming(const profile::Board& board, const profile::MemoryRegion& region);

} // namespace arenascope::session

// What of a board makes a run wait.
#pragma once

#include "core/hardware/board.h"
#include "emulator/cpu/ram_timing.h"
#include "emulator/engine/runner.h"

namespace arenascope::service {

// Flash and RAM, for an inference on it.
void addBoardTiming(const hardware::Board& board, engine::RunOptions& options);
cpu::RamTiming ramTiming(const hardware::Board& board, const hardware::MemoryRegion& region);

} // namespace arenascope::service

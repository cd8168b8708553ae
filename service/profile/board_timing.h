// Wait states of a board.
#pragma once

#include "core/hardware/board.h"
#include "emulator/cpu/ram_timing.h"
#include "emulator/engine/runner.h"

namespace arenascope::service {

// Timing of flash and RAM for an inference.
void addBoardTiming(const hardware::Board& board, engine::RunOptions& options);
cpu::RamTiming ramTiming(const hardware::Board& board, const hardware::MemoryRegion& region);

} // namespace arenascope::service

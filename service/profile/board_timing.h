// Wait states of a board.
#pragma once

#include "core/hardware/board.h"
#include "core/hardware/placement.h"
#include "emulator/cpu/ram_timing.h"
#include "emulator/engine/runner.h"

namespace arenascope::service {

// Timing of flash and RAM for an inference.
void addBoardTiming(const hardware::Board& board, engine::RunOptions& options);
cpu::RamTiming ramTiming(const hardware::Board& board, const hardware::MemoryRegion& region);
// Of code in a region: behind the processor's cache for code.
cpu::RamTiming codeTiming(const hardware::Board& board, const hardware::MemoryRegion& region);
// What is placed in RAM; modelBytes: size of the model.
void addPlacement(const hardware::Board& board, const hardware::Placement& placement, std::uint32_t modelBytes,
                  engine::RunOptions& options);

} // namespace arenascope::service

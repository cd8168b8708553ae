// What of a board makes a run wait.
#pragma once

#include "core/analysis/board.h"
#include "emulator/timing/arena_timing.h"
#include "emulator/timing/flash_cache.h"
#include "emulator/timing/ram_waits.h"

namespace arenascope::session {

timing::FlashTiming flashTiming(const profile::Board& board);
timing::RamWaits ramWaits(const profile::Board& board);
timing::RamTiming ramTiming(const profile::MemoryRegion& region);

} // namespace arenascope::session

// A hook of blocks that is told where each block is in a BlockTable, so that it need not look for it.
#pragma once

#include "emulator/instrumentation/block_table.h"

namespace arenascope::unicorn {

// While this lives, an engine running on this thread translates code so that its only hook of blocks gets the place of
// the block as the first argument instead of the engine: of this type,
//   void hook(instrumentation::Block* block, std::uint64_t address, std::uint32_t bytes, void* user)
// and an empty block where the table has no place. It has to live whenever that engine runs, and the table as long as
// the engine.
//
// It needs Unicorn's internal functions: without isTuned() a hook gets the engine.
class PlacedBlocks {
public:
  explicit PlacedBlocks(instrumentation::BlockTable& blocks);
  ~PlacedBlocks();
  PlacedBlocks(const PlacedBlocks&) = delete;
  PlacedBlocks& operator=(const PlacedBlocks&) = delete;
};

} // namespace arenascope::unicorn

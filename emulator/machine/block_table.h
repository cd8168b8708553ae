// What is known of each translation block of the firmware, found by address with one array access.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "emulator/timing/cycle_model.h"

namespace arenascope::machine {

// Places in the code where the host steps in.
enum Mark : std::uint8_t {
  kMarkTraceEvent = 1,
  kMarkKernelCall = 2,
  kMarkReturn = 4, // a watched call returns here
  kMarkInvoke = 8,
  kMarkExit = 16,
};

struct Block {
  std::uint32_t bytes = 0; // 0: not decoded yet
  std::uint32_t instructions = 0;
  std::uint32_t cycles = 0;
  std::uint16_t takenCycles = 0;
  std::uint8_t entryCycles = 0;
  std::uint8_t marks = 0;
};

class BlockTable {
public:
  // code: the bytes at `base` and behind; they stay in place.
  BlockTable(std::span<const std::uint8_t> code, std::uint32_t base, timing::CycleModel& model);

  // The block that starts at `address` and has `bytes` bytes. The emulator may cut the same code in several ways.
  const Block& at(std::uint32_t address, std::uint32_t bytes) {
    const std::uint32_t slot = (address - base_) >> 1;
    if (slot < blocks_.size() && blocks_[slot].bytes == bytes) [[likely]]
      return blocks_[slot];
    return decode(address, bytes);
  }
  void mark(std::uint32_t address, Mark mark);

private:
  const Block& decode(std::uint32_t address, std::uint32_t bytes);
  Block cost(std::uint32_t address, std::uint32_t bytes);

  std::span<const std::uint8_t> code_;
  std::uint32_t base_;
  timing::CycleModel& model_;
  std::vector<Block> blocks_;                           // by (address - base) / 2
  std::unordered_map<std::uint64_t, Block> otherSizes_; // by address and size
};

} // namespace arenascope::machine

#include "emulator/machine/block_table.h"

#include <algorithm>

namespace arenascope::machine {

BlockTable::BlockTable(std::span<const std::uint8_t> code, std::uint32_t base, timing::CycleModel& model)
    : code_(code), base_(base), model_(model), blocks_(code.size() / 2 + 1) {}

void BlockTable::mark(std::uint32_t address, Mark mark) {
  Block& block = blocks_.at((address - base_) >> 1);
  block.marks = static_cast<std::uint8_t>(block.marks | mark);
  for (auto& [key, other] : otherSizes_)
    if (key >> 32 == address) other.marks = block.marks;
}

Block BlockTable::cost(std::uint32_t address, std::uint32_t bytes) {
  const std::size_t start = address - base_;
  if (start >= code_.size()) return {.bytes = bytes, .instructions = bytes / 2, .cycles = bytes / 2};
  const auto code = code_.subspan(start, std::min<std::size_t>(bytes, code_.size() - start));
  const timing::BlockCost cost = model_.blockCost(code, address);
  return {.bytes = bytes,
          .instructions = cost.instructions,
          .cycles = cost.cycles,
          .takenCycles = static_cast<std::uint16_t>(cost.takenCycles),
          .entryCycles = static_cast<std::uint8_t>(cost.entryCycles)};
}

const Block& BlockTable::decode(std::uint32_t address, std::uint32_t bytes) {
  const std::uint32_t slot = (address - base_) >> 1;
  if (slot < blocks_.size() && blocks_[slot].bytes == 0) {
    const std::uint8_t marks = blocks_[slot].marks;
    blocks_[slot] = cost(address, bytes);
    blocks_[slot].marks = marks;
    return blocks_[slot];
  }
  const std::uint64_t key = std::uint64_t{address} << 32 | bytes;
  const auto [found, isNew] = otherSizes_.try_emplace(key);
  if (isNew) {
    found->second = cost(address, bytes);
    found->second.marks = slot < blocks_.size() ? blocks_[slot].marks : std::uint8_t{0};
  }
  return found->second;
}

} // namespace arenascope::machine

#include "emulator/instrumentation/block_table.h"

#include <algorithm>
#include <new>

namespace arenascope::instrumentation {

BlockTable::BlockTable(std::span<const std::uint8_t> code, std::uint32_t base, const cpu::CycleModel& model)
    : base_(base), slots_(static_cast<std::uint32_t>(code.size() / 2 + 1)),
      blocks_(static_cast<Block*>(std::calloc(slots_, sizeof(Block)))), code_(code), model_(model) {
  if (blocks_ == nullptr) throw std::bad_alloc();
}

void BlockTable::mark(std::uint32_t address, Mark mark) {
  if (holds(address)) {
    Block& block = blocks_[(address - base_) >> 1];
    block.marks = static_cast<std::uint8_t>(block.marks | mark);
    block.key = 0; // becomes an entry of others_
  } else {
    std::uint8_t& marks = marksElsewhere_[address];
    marks = static_cast<std::uint8_t>(marks | mark);
  }
  for (auto& [key, other] : others_)
    if (key >> 32 == address) other.marks = static_cast<std::uint8_t>(other.marks | mark);
}

void BlockTable::markReturn(std::uint32_t address) {
  if ((marksOf(address) & kMarkReturn) != 0) return;
  mark(address, kMarkReturn);
  returns_.push_back(address);
}

void BlockTable::forgetReturns() {
  const auto forget = [](std::uint8_t& marks) { marks = static_cast<std::uint8_t>(marks & ~kMarkReturn); };
  for (const std::uint32_t address : returns_) {
    if (holds(address))
      forget(blocks_[(address - base_) >> 1].marks);
    else
      forget(marksElsewhere_[address]);
    for (auto& [key, other] : others_)
      if (key >> 32 == address) forget(other.marks);
  }
  returns_.clear();
}

void BlockTable::addStub(std::uint32_t address, std::uint32_t bytes, std::uint32_t next) {
  Block& stub = others_[std::uint64_t{address} << 32 | bytes];
  stub = {.key = bytes, .marks = kMarkTimed, .next = next};
  known_.push_back({next, &stub, {}});
}

std::span<const std::uint8_t> BlockTable::codeAt(std::uint32_t address, std::uint32_t bytes) const {
  const std::size_t start = address - base_;
  if (start < code_.size()) return code_.subspan(start, std::min<std::size_t>(bytes, code_.size() - start));
  return elsewhere_ ? elsewhere_(address, bytes) : std::span<const std::uint8_t>();
}

BlockTable::Decoded BlockTable::decode(std::uint32_t address, std::uint32_t bytes) {
  const std::span<const std::uint8_t> code = codeAt(address, bytes);
  Decoded decoded{.block = {.key = bytes, .next = std::uint64_t{address} + bytes}, .laterParts = {}};
  Block& block = decoded.block;
  if (code.empty()) {
    block.cost = packCost(bytes / 2, static_cast<std::int32_t>(bytes / 2));
    return decoded;
  }
  for (std::size_t begin = 0; begin < code.size();) {
    const auto at = address + static_cast<std::uint32_t>(begin);
    const std::span<const std::uint8_t> rest = code.subspan(begin);
    const std::span<const std::uint8_t> part = rest.first(model_.partBytes(rest, at));
    const cpu::BlockCost cost = model_.blockCost(part, at);
    const PackedCost packed = packCost(cost.instructions, static_cast<std::int32_t>(cost.cycles));
    block.cost += packed;
    block.next = packCost(address + bytes, cost.takenCycles);
    if (begin == 0)
      block.entryCycles = static_cast<std::uint8_t>(cost.entryCycles);
    else
      decoded.laterParts.push_back({at, packed});
    begin += part.size();
  }
  const bool missing = model_.findMissing(code, address).has_value();
  const bool timed = isTimed_ && isTimed_(code, address);
  block.marks = static_cast<std::uint8_t>((missing ? kMarkMissing : 0) | (timed ? kMarkOperands : 0));
  return decoded;
}

std::uint8_t BlockTable::marksOf(std::uint32_t address) const {
  if (holds(address)) return blocks_[(address - base_) >> 1].marks;
  const auto found = marksElsewhere_.find(address);
  return found == marksElsewhere_.end() ? std::uint8_t{0} : found->second;
}

Block& BlockTable::at(std::uint32_t address, std::uint32_t bytes) {
  if (Block* known = fast().find(address, bytes)) return *known;
  const std::uint32_t slot = (address - base_) >> 1;
  const auto found = others_.find(std::uint64_t{address} << 32 | bytes);
  if (found != others_.end()) return found->second;
  Decoded decoded = decode(address, bytes);
  Block& block = decoded.block;
  block.marks = static_cast<std::uint8_t>(block.marks | marksOf(address));
  const bool fast = slot < slots_ && block.marks == 0 && blocks_[slot].key == 0;
  Block& place = fast ? blocks_[slot] : others_[std::uint64_t{address} << 32 | bytes];
  place = block;
  known_.push_back({address, &place, std::move(decoded.laterParts)});
  return place;
}

} // namespace arenascope::instrumentation

// Code and constants apart from the rest of the flash: in RAM, or watched where they are.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "emulator/cpu/ram_timing.h"

namespace arenascope::cpu {

struct PlacedRange {
  AddressRange at;
  RamTiming memory;        // in RAM: its wait states; a code cache instead of the data cache for what is executed
  std::uint32_t part = 0;  // counts its wait cycles together with those of other ranges
  std::uint32_t inRam = 0; // 0: in flash, and only counted
};

class PlacedMemory {
public:
  PlacedMemory() = default;
  // ranges: rising, none inside another.
  explicit PlacedMemory(std::vector<PlacedRange> ranges) : ranges_(std::move(ranges)) {
    for (const PlacedRange& range : ranges_) waits_.resize(std::max<std::size_t>(waits_.size(), range.part + 1));
  }

  bool hasWaitStates() const {
    return std::any_of(ranges_.begin(), ranges_.end(),
                       [](const PlacedRange& each) { return each.inRam != 0 && each.memory.hasWaitStates(); });
  }
  // The largest cache in front of any of them.
  std::uint32_t cacheBytes() const {
    std::uint32_t most = 0;
    for (const PlacedRange& range : ranges_)
      if (range.inRam != 0) most = std::max(most, range.memory.cacheBytes);
    return most;
  }
  const std::vector<PlacedRange>& ranges() const { return ranges_; }

  // The range that an address lies in; nullptr: none.
  const PlacedRange* find(std::uint32_t address) const {
    if (last_ < ranges_.size() && isIn(ranges_[last_], address)) return &ranges_[last_];
    const auto after = std::upper_bound(ranges_.begin(), ranges_.end(), address,
                                        [](std::uint32_t at, const PlacedRange& each) { return at < each.at.begin; });
    if (after == ranges_.begin() || !isIn(*(after - 1), address)) return nullptr;
    last_ = static_cast<std::size_t>(after - 1 - ranges_.begin());
    return &ranges_[last_];
  }
  void count(const PlacedRange& range, std::uint32_t cycles) { waits_[range.part] += cycles; }
  // Wait cycles by part.
  const std::vector<std::uint64_t>& waits() const { return waits_; }

private:
  static bool isIn(const PlacedRange& range, std::uint32_t address) {
    return address >= range.at.begin && address < range.at.end;
  }

  std::vector<PlacedRange> ranges_;
  std::vector<std::uint64_t> waits_;
  mutable std::size_t last_ = 0; // reads come in runs
};

} // namespace arenascope::cpu

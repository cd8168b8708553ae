// Address ranges that a running kernel may read and write, checked at each access to arena and model.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "core/run/memory_range.h"

namespace arenascope::instrumentation {

// Disjoint spans of allowed addresses, merged from ranges that may overlap.
class AddressSet {
public:
  AddressSet() = default;
  explicit AddressSet(const std::vector<run::MemoryRange>& ranges, bool writableOnly);

  bool holds(std::uint32_t address, std::uint32_t bytes) const {
    // An access mostly follows the one before.
    if (last_ < spans_.size() && spans_[last_].holds(address, bytes)) return true;
    return find(address, bytes);
  }

private:
  struct Span {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    bool holds(std::uint32_t address, std::uint32_t bytes) const {
      return address >= begin && std::uint64_t{address} + bytes <= end;
    }
  };
  bool find(std::uint32_t address, std::uint32_t bytes) const;

  std::vector<Span> spans_; // by address, ascending
  mutable std::size_t last_ = 0;
};

struct AllowedAccess {
  AddressSet reads;
  AddressSet writes;
};

} // namespace arenascope::instrumentation

// Which addresses a running kernel may read and write; used by the emulator with every access to arena and model.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "core/run/memory_range.h"

namespace arenascope::instrumentation {

// Addresses without gaps that are allowed, put together from ranges that may overlap.
class AddressSet {
public:
  AddressSet() = default;
  explicit AddressSet(const std::vector<run::MemoryRange>& ranges, bool writableOnly);

  bool holds(std::uint32_t address, std::uint32_t bytes) const {
    // Accesses mostly go on where the last one was.
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

  std::vector<Span> spans_; // by address
  mutable std::size_t last_ = 0;
};

struct AllowedAccess {
  AddressSet reads;
  AddressSet writes;
};

} // namespace arenascope::instrumentation

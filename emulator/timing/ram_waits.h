// Cycles that the processor waits for each word of RAM that it reads or writes: data, stack and arena alike, without a
// cache in between.
#pragma once

#include <cstdint>

namespace arenascope::timing {

struct RamWaits {
  std::uint32_t reads = 0;
  std::uint32_t writes = 0;

  bool any() const { return reads > 0 || writes > 0; }
  std::uint32_t stall(bool write, std::uint32_t bytes) const {
    constexpr std::uint32_t kWordBytes = 4;
    return (write ? writes : reads) * ((bytes + kWordBytes - 1) / kWordBytes);
  }
};

} // namespace arenascope::timing

// Cycle at which each register's value is available, from the start of a block: for cores with result latencies.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "emulator/cpu/thumb/decoder.h"

namespace arenascope::thumb {

class Scoreboard {
public:
  // The cycle from which all of them can be read.
  std::uint32_t ready(Registers registers) const {
    std::uint32_t latest = 0;
    for (; registers != 0; registers &= registers - 1)
      latest = std::max(latest, ready_[static_cast<std::size_t>(std::countr_zero(registers))]);
    return latest;
  }
  void write(Registers registers, std::uint32_t cycle) {
    for (; registers != 0; registers &= registers - 1)
      ready_[static_cast<std::size_t>(std::countr_zero(registers))] = cycle;
  }

private:
  std::array<std::uint32_t, 64> ready_{};
};

} // namespace arenascope::thumb

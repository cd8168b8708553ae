#include "emulator/timing/flash_fetch.h"

#include <algorithm>

namespace arenascope::timing {

namespace {

constexpr std::uint32_t kNoLine = 0xFFFFFFFF;
constexpr std::uint32_t kWordBytes = 4;

} // namespace

FlashFetch::FlashFetch(const FlashTiming& timing)
    : timing_(timing), lines_(std::max(1U, timing.cacheBytes / timing.lineBytes), kNoLine), last_(kNoLine) {}

std::uint32_t FlashFetch::stall(std::uint32_t address, std::uint32_t bytes) {
  const std::uint32_t ahead = std::min(timing_.waitStates, timing_.lineBytes / kWordBytes);
  std::uint32_t cycles = 0;
  for (std::uint32_t line = address / timing_.lineBytes; line <= (address + bytes - 1) / timing_.lineBytes; ++line) {
    std::uint32_t& place = lines_[line % lines_.size()];
    if (place != line) cycles += timing_.waitStates - (line == last_ + 1 ? ahead : 0);
    place = line;
    last_ = line;
  }
  return cycles;
}

} // namespace arenascope::timing

#include "emulator/timing/flash_cache.h"

#include <algorithm>

namespace arenascope::timing {

namespace {

constexpr std::uint32_t kNoLine = 0xFFFFFFFF;
constexpr std::uint32_t kWordBytes = 4;

} // namespace

FlashCache::FlashCache(const FlashTiming& timing, std::uint32_t cacheBytes, std::uint32_t ahead)
    : waitStates_(timing.waitStates), lineBytes_(timing.lineBytes), ahead_(std::min(ahead, timing.waitStates)),
      last_(kNoLine) {
  const std::uint32_t lines = std::max(1U, cacheBytes / lineBytes_);
  ways_ = std::clamp(timing.cacheWays, 1U, lines);
  lines_.assign(lines / ways_ * ways_, kNoLine);
}

bool FlashCache::touch(std::uint32_t line) {
  const auto first = lines_.begin() + line % (lines_.size() / ways_) * ways_;
  const auto end = first + ways_;
  const auto found = std::find(first, end, line);
  const bool there = found != end;
  std::rotate(first, there ? found : end - 1, there ? found + 1 : end);
  *first = line;
  return there;
}

std::uint32_t FlashCache::stall(std::uint32_t address, std::uint32_t bytes) {
  std::uint32_t cycles = 0;
  for (std::uint32_t line = address / lineBytes_; line <= (address + bytes - 1) / lineBytes_; ++line) {
    if (line == last_) continue;
    if (!touch(line)) cycles += waitStates_ - (line == last_ + 1 ? ahead_ : 0);
    last_ = line;
  }
  return cycles;
}

FlashReads::FlashReads(const FlashTiming& timing)
    : oneCache_(timing.oneCache), code_(timing, timing.codeCacheBytes, timing.lineBytes / kWordBytes),
      data_(timing, timing.dataCacheBytes, 0) {}

} // namespace arenascope::timing

#include "emulator/cpu/line_cache.h"

#include <algorithm>

namespace arenascope::cpu {

namespace {

constexpr std::uint32_t kEmpty = 0xFFFFFFFF;

} // namespace

LineCache::LineCache(std::uint32_t bytes, std::uint32_t lineBytes, std::uint32_t ways) {
  const std::uint32_t lines = std::max(1U, bytes / lineBytes);
  ways_ = std::clamp(ways, 1U, lines);
  lines_.assign(lines / ways_ * ways_, {kEmpty, false});
}

LineCache::Touched LineCache::touch(std::uint32_t line, bool write) {
  const auto first = lines_.begin() + line % (lines_.size() / ways_) * ways_;
  const auto end = first + ways_;
  const auto found = std::find_if(first, end, [line](const Line& held) { return held.number == line; });
  const Touched result{.there = found != end, .writtenBack = found == end && (end - 1)->written};
  const bool written = result.there && found->written;
  std::rotate(first, result.there ? found : end - 1, result.there ? found + 1 : end);
  *first = {line, written || write};
  return result;
}

} // namespace arenascope::cpu

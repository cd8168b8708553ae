#include "emulator/cpu/line_cache.h"

#include <algorithm>

namespace arenascope::cpu {

namespace {

constexpr std::uint32_t kEmpty = 0xFFFFFFFF;

} // namespace

LineCache::LineCache(std::uint32_t bytes, std::uint32_t lineBytes, std::uint32_t ways) {
  const std::uint32_t lines = std::max(1U, bytes / lineBytes);
  ways_ = std::clamp(ways, 1U, lines);
  sets_ = lines / ways_;
  lines_.assign(std::size_t{sets_} * ways_, {kEmpty, false});
}

LineCache::Touched LineCache::touch(std::uint32_t line, bool write) {
  Line* const first = &lines_[std::size_t{line % sets_} * ways_];
  if (first->number == line) { // as most are
    first->written = first->written || write;
    return {.there = true};
  }
  Line* const end = first + ways_;
  Line* found = std::find_if(first + 1, end, [line](const Line& held) { return held.number == line; });
  const bool there = found != end;
  if (!there) --found; // the least recently used
  const Line taken = *found;
  std::move_backward(first, found, found + 1);
  *first = {line, write || (there && taken.written)};
  return {.there = there, .writtenBack = !there && taken.written};
}

} // namespace arenascope::cpu

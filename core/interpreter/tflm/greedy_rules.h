// How TensorFlow Lite Micro's greedy planner places buffers: those with an offset of their own first, as they come;
// then the largest first, each in the lowest gap where no buffer that is in use at the same time is in the way.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace arenascope::tflm {

// Which of two buffers is placed first: the larger one; of equal ones the one that was added later.
template <typename Size, typename Index>
constexpr bool isPlacedBefore(Size a, Index indexOfA, Size b, Index indexOfB) {
  return a != b ? a > b : indexOfA > indexOfB;
}

// The lowest offset with room for so many bytes. placed: `count` buffers by ascending offset. inUse(i): whether
// buffer i is in use at the same time; offset(i) and end(i): where it lies.
template <typename Index, typename Count, typename Bytes, typename InUse, typename Offset, typename End>
constexpr std::int64_t lowestGap(const Index* const& placed, const Count& count, const Bytes& bytes, InUse inUse,
                                 Offset offset, End end) {
  std::int64_t candidate = 0;
  for (Count i = 0; i < count; ++i) {
    const Index index = placed[i];
    if (!inUse(index)) continue;
    if (offset(index) - candidate >= bytes) break;
    candidate = std::max(candidate, end(index));
  }
  return candidate;
}

} // namespace arenascope::tflm

// Rules of TensorFlow Lite Micro's greedy planner: buffers with prescribed offsets first; then the largest first, each
// in the lowest gap between buffers in use at the same time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace arenascope::tflm {

// Whether a buffer precedes another: the larger one; of equal ones the one added later.
template <typename Size, typename Index>
constexpr bool isPlacedBefore(Size a, Index indexOfA, Size b, Index indexOfB) {
  return a != b ? a > b : indexOfA > indexOfB;
}

// The lowest offset with a sufficient gap. placed: `count` buffers by ascending offset. inUse(i): whether buffer i is
// in use at the same time; offset(i) and end(i): its place.
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

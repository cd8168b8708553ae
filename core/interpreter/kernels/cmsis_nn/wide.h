// Products of 8- and 16-bit values in 64-bit sums.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/interpreter/kernels/cmsis_nn/tile.h"

namespace arenascope::kernels::cmsis_nn {

struct WideSums2 {
  std::int64_t a;
  std::int64_t b;
};

// Two rows of weights times one row of 16-bit values.
inline WideSums2 sumWide(const std::int8_t* a, const std::int8_t* b, const std::int16_t* values, int depth) {
  WideSums2 sums{0, 0};
  for (int d = 0; d < depth; d += kSafeDepth) {
    const Sums2 part = addProducts<Loop::kPlain>(OrderedBytes{a + d}, OrderedBytes{b + d}, Halves{values + d},
                                                 std::min(depth - d, kSafeDepth), Sums2{0, 0});
    sums.a += part.a;
    sums.b += part.b;
  }
  return sums;
}

} // namespace arenascope::kernels::cmsis_nn

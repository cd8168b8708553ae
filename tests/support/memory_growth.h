// Checks whether a repeated action leaks memory.
#pragma once

#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "service/control/watchdog.h"

namespace arenascope::test {

// Number of rounds: ARENASCOPE_ROUNDS, or the default.
inline int rounds(int otherwise) {
  const char* text = std::getenv("ARENASCOPE_ROUNDS");
  return text == nullptr ? otherwise : std::atoi(text);
}

// round(i) for a fifth of `count` rounds to warm up (caches, the allocator's places for each thread), then `count`
// times, which must leave less than 5 MB.
template <typename Round>
void expectNoGrowth(int count, Round round) {
  // Otherwise the allocator has a heap of several megabytes for each thread, or not, as threads happen to meet.
  mallopt(M_ARENA_MAX, 1);
  const int warmUp = std::max(20, count / 5);
  [[maybe_unused]] constexpr std::int64_t kMost = 5'000'000;
  const auto inUse = [] {
    malloc_trim(0);
    return static_cast<std::int64_t>(service::memoryInUse());
  };
  for (int i = 0; i < warmUp; ++i) round(i);
  const std::int64_t before = inUse();
  for (int i = 0; i < count; ++i) {
    round(i);
    if ((i + 1) % 100 == 0)
      std::cerr << i + 1 << " rounds: " << inUse() - before << " bytes more, " << mallinfo2().uordblks
                << " allocated\n";
  }
  const std::int64_t grown = inUse() - before;
  std::cerr << count << " rounds: memory in use grew by " << grown << " bytes\n";
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) // which keep what was freed, to find who uses it
  EXPECT_LT(grown, kMost);
#endif
}

} // namespace arenascope::test

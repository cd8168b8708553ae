// Work on several processor cores.
#pragma once

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace arenascope::session {

inline std::size_t processorCores() { return std::max(1U, std::thread::hardware_concurrency()); }

// Calls work(0) to work(count - 1), at most so many at a time, one of them on the calling thread. What work throws ends
// the program.
template <typename Work>
void forEachInParallel(std::size_t count, std::size_t atATime, const Work& work) {
  std::atomic<std::size_t> next = 0;
  const auto worker = [&]() noexcept {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  };
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < std::min(atATime, count); ++i) others.emplace_back(worker);
  worker();
}

} // namespace arenascope::session

// Work on several processor cores.
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace arenascope {

inline std::size_t processorCores() { return std::max(1U, std::thread::hardware_concurrency()); }

// Calls work(0) to work(count - 1), at most so many at a time, one of them on the calling thread. Once it throws, no
// more is begun; what it threw first is thrown here.
template <typename Work>
void forEachInParallel(std::size_t count, std::size_t atATime, const Work& work) {
  std::atomic<std::size_t> next = 0;
  std::exception_ptr thrown;
  std::once_flag first;
  const auto worker = [&]() noexcept {
    try {
      for (std::size_t i = next++; i < count; i = next++) work(i);
    } catch (...) {
      std::call_once(first, [&] { thrown = std::current_exception(); });
      next = count;
    }
  };
  {
    struct Joined { // also where there is no thread more to be had (std::jthread is not everywhere)
      std::vector<std::thread> threads;
      ~Joined() {
        for (std::thread& thread : threads) thread.join();
      }
    } others;
    for (std::size_t i = 1; i < std::min(atATime, count); ++i) others.threads.emplace_back(worker);
    worker();
  }
  if (thrown) std::rethrow_exception(thrown);
}

} // namespace arenascope

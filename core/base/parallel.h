// Work on several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace arenascope {

inline std::size_t processorCores() { return std::max(1U, std::thread::hardware_concurrency()); }

// Calls work(0) to work(count - 1) on at most `atATime` threads, the calling one included. After an exception no more
// work starts; the first exception is thrown here.
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
    struct Joined { // also if no more threads can be created (std::jthread is not available everywhere)
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

// Work side by side that ends when its time is over.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <thread>

#include "core/base/parallel.h"
#include "emulator/engine/runner.h"

namespace arenascope::service {

// Calls work(i, control) for each number, cancelled once over(i) is true.
template <typename Over, typename Work>
void forEachInTime(std::size_t count, const Over& over, const Work& work) {
  constexpr std::chrono::milliseconds kWatchingPause{50};
  std::deque<engine::RunControl> controls(count);
  const std::jthread watching([&](const std::stop_token& finished) {
    while (!finished.stop_requested()) {
      for (std::size_t i = 0; i < count; ++i)
        if (over(i)) controls[i].cancelled = true;
      std::this_thread::sleep_for(kWatchingPause);
    }
  });
  forEachInParallel(count, processorCores(), [&](std::size_t i) {
    if (!over(i)) work(i, controls[i]);
  });
}

} // namespace arenascope::service

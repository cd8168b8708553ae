// Work side by side that ends when its time is over.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>

#include "core/base/parallel.h"
#include "core/base/periodic_task.h"
#include "emulator/engine/runner.h"

namespace arenascope::service {

// Calls work(i, control) for each number, cancelled once over(i) is true.
template <typename Over, typename Work>
void forEachInTime(std::size_t count, const Over& over, const Work& work) {
  constexpr std::chrono::milliseconds kLookAtTime{50};
  std::deque<engine::RunControl> controls(count);
  const PeriodicTask watching(kLookAtTime, [&] {
    for (std::size_t i = 0; i < count; ++i)
      if (over(i)) controls[i].cancelled = true;
  });
  forEachInParallel(count, processorCores(), [&](std::size_t i) {
    if (!over(i)) work(i, controls[i]);
  });
}

} // namespace arenascope::service

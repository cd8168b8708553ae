// Stops a job that exceeds its time or memory. It checks from a separate thread, or between operators if
// there are no threads.
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <vector>

#include "core/base/periodic_task.h"
#include "emulator/engine/runner.h"

namespace arenascope::service {

// Jobs under watch, and the program's memory when each began. Jobs at work share the growth since then:
// its owner is unknown, and one job must not end because of memory of another.
class JobsAtWork {
public:
  // Jobs inside another one use its control, and are not counted again.
  void begin(const engine::RunControl& job, std::uint64_t programBytes);
  void end(const engine::RunControl& job);
  // The share of a job in the program's present memory, in bytes.
  std::uint64_t shareOf(const engine::RunControl& job, std::uint64_t programBytes);

private:
  struct Job {
    const engine::RunControl* control = nullptr;
    std::uint64_t before = 0;
    int watched = 1; // number of watchers
  };
  std::vector<Job>::iterator find(const engine::RunControl& job);

  std::mutex mutex_;
  std::vector<Job> jobs_;
};

class Watchdog {
public:
  // Watches until its destruction; both must outlive it.
  Watchdog(const arenascope::Limits& limits, engine::RunControl& control);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

private:
  void look();

  const arenascope::Limits& limits_;
  engine::RunControl& control_;
  std::chrono::steady_clock::time_point start_;
  std::optional<PeriodicTask> task_; // with threads
};

// Memory in use by this program, in bytes; 0 if the system does not tell.
std::uint64_t memoryInUse();

} // namespace arenascope::service

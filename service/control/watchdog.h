// Stops a job that takes more time or more memory than it may. It looks from its own thread, or between operators where
// there are no threads.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "emulator/engine/runner.h"

namespace arenascope::service {

// Jobs that are watched now, and how much memory the program had when each began. What it has taken since is shared by
// those at work: nobody knows whose it is, and one job must not end for what another one holds.
class JobsAtWork {
public:
  // Jobs inside another one have its control, and are not counted again.
  void begin(const engine::RunControl& job, std::uint64_t programBytes);
  void end(const engine::RunControl& job);
  // What is to be reckoned to a job, of so much that the program has now.
  std::uint64_t shareOf(const engine::RunControl& job, std::uint64_t programBytes);

private:
  struct Job {
    const engine::RunControl* control = nullptr;
    std::uint64_t before = 0;
    int watched = 1; // how often
  };
  std::vector<Job>::iterator find(const engine::RunControl& job);

  std::mutex mutex_;
  std::vector<Job> jobs_;
};

class Watchdog {
public:
  // Watches from now on until it is destroyed; both outlive it.
  Watchdog(const arenascope::Limits& limits, engine::RunControl& control);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

private:
  void look();
  void watch();

  const arenascope::Limits& limits_;
  engine::RunControl& control_;
  std::chrono::steady_clock::time_point start_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool end_ = false;
  std::thread thread_;
};

// Memory that this program has in use now, in bytes; 0 where the system does not say.
std::uint64_t memoryInUse();

} // namespace arenascope::service

// Stops a job that takes more time, or a program that takes more memory, than it may.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "emulator/targets/runner.h"

namespace arenascope::session {

class Watchdog {
public:
  // Watches from now on until it is destroyed; both outlive it.
  Watchdog(const profile::Limits& limits, RunControl& control);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

private:
  void look();
  void watch();

  const profile::Limits& limits_;
  RunControl& control_;
  std::chrono::steady_clock::time_point start_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool end_ = false;
  std::thread thread_;
};

// Memory that this program has in use now, in bytes; 0 where the system does not say.
std::uint64_t memoryInUse();

} // namespace arenascope::session

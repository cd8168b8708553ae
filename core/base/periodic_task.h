// Work that is done again and again beside other work, as a watch over it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace arenascope {

// Calls a function on a separate thread after each `period`, until it is destroyed: that waits for a call, not for
// the end of a period.
class PeriodicTask {
public:
  PeriodicTask(std::chrono::milliseconds period, std::function<void()> task);
  ~PeriodicTask();
  PeriodicTask(const PeriodicTask&) = delete;
  PeriodicTask& operator=(const PeriodicTask&) = delete;

private:
  std::mutex mutex_;
  std::condition_variable ended_;
  bool end_ = false;
  std::thread thread_; // the last, so that it finds the others
};

} // namespace arenascope

#include "core/base/periodic_task.h"

#include <utility>

namespace arenascope {

PeriodicTask::PeriodicTask(std::chrono::milliseconds period, std::function<void()> task)
    : thread_([this, period, task = std::move(task)] {
        std::unique_lock lock(mutex_);
        while (!ended_.wait_for(lock, period, [this] { return end_; })) task();
      }) {}

PeriodicTask::~PeriodicTask() {
  {
    const std::lock_guard lock(mutex_);
    end_ = true;
  }
  ended_.notify_one();
  thread_.join();
}

} // namespace arenascope

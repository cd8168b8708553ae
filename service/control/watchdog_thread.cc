// On a thread of its own.
#include "service/control/watchdog.h"

namespace arenascope::service {

namespace {
constexpr auto kLookAtLimits = std::chrono::milliseconds(100);
}

Watchdog::Watchdog(const arenascope::Limits& limits, engine::RunControl& control)
    : limits_(limits), control_(control), start_(std::chrono::steady_clock::now()) {
  begin();
  look(); // even at what is done before it would be looked at again
  thread_ = std::thread([this] { watch(); });
}

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock(mutex_);
    end_ = true;
  }
  ended_.notify_one();
  thread_.join();
  end();
}

void Watchdog::watch() {
  std::unique_lock lock(mutex_);
  while (!ended_.wait_for(lock, kLookAtLimits, [this] { return end_; })) look();
}

} // namespace arenascope::service

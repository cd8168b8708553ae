// Without a thread: between operators.
#include "service/control/watchdog.h"

namespace arenascope::service {

Watchdog::Watchdog(const arenascope::Limits& limits, engine::RunControl& control)
    : limits_(limits), control_(control), start_(std::chrono::steady_clock::now()) {
  begin();
  look();
  control_.look = [this] { look(); };
}

Watchdog::~Watchdog() {
  control_.look = nullptr;
  end();
}

} // namespace arenascope::service

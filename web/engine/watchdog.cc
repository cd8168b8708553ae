// Without a thread: between operators.
#include "emulator/session/watchdog.h"

namespace arenascope::session {

Watchdog::Watchdog(const profile::Limits& limits, RunControl& control)
    : limits_(limits), control_(control), start_(std::chrono::steady_clock::now()) {
  begin();
  look();
  control_.look = [this] { look(); };
}

Watchdog::~Watchdog() {
  control_.look = nullptr;
  end();
}

} // namespace arenascope::session

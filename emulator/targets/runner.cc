#include "emulator/targets/runner.h"

#include <algorithm>

#include "core/kernels/reference/registrations.h"

namespace arenascope::session {

void RunControl::stop(const std::string& why) {
  {
    const std::lock_guard lock(mutex_);
    if (why_.empty()) why_ = why;
  }
  cancelled = true;
}

Error RunControl::stopped() {
  const std::lock_guard lock(mutex_);
  if (why_.empty()) return {Stage::kCancelled, "cancelled"};
  return {Stage::kLimit, why_};
}

bool Runner::hasKernel(const std::string& name) const {
  return std::ranges::any_of(kernels::reference::kAll,
                             [&](const runtime::Registration* registration) { return registration->name() == name; });
}

} // namespace arenascope::session

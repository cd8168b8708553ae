#include "emulator/targets/runner.h"

#include "core/ops/operator_table.h"

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

bool Runner::hasKernel(const std::string& name) const { return ops::findOperator(name) != nullptr; }

} // namespace arenascope::session

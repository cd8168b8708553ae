#include "emulator/engine/runner.h"

#include <fmt/format.h>

#include "core/interpreter/ops/operator_table.h"
#include "core/interpreter/tflm/revisions.h"

namespace arenascope::engine {

void RunControl::stop(const std::string& why) {
  {
    const std::lock_guard lock(mutex_);
    if (why_.empty()) why_ = why;
  }
  cancelled = true;
}

void RunControl::stopBeyond(const arenascope::Limits& limits, std::uint64_t bytes) {
  if (bytes > limits.hostBytes)
    stop(
        fmt::format("the run uses {} bytes of memory: {}", bytes, limitAdvice(&arenascope::Limits::hostBytes, limits)));
}

Error RunControl::stopped() {
  const std::lock_guard lock(mutex_);
  if (why_.empty()) return {Stage::kCancelled, "cancelled"};
  return {Stage::kLimit, why_};
}

bool Runner::hasKernel(const std::string& name) const { return ops::findOperator(name) != nullptr; }

bool isInRevision(const tflm::Variant& variant, const std::string& name) {
  const ops::Operator* op = ops::findOperator(name);
  return variant.date == 0 || op == nullptr || tflm::hasOperator(variant.date, op->method);
}

} // namespace arenascope::engine

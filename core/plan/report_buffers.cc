#include "core/plan/report_buffers.h"

#include <algorithm>

namespace arenascope::plan {

std::vector<Buffer> lifetimesOf(const std::vector<profile::PlannedBuffer>& planned) {
  std::vector<Buffer> buffers(planned.size());
  std::transform(planned.begin(), planned.end(), buffers.begin(), [](const profile::PlannedBuffer& buffer) {
    return Buffer{buffer.firstOp, buffer.lastOp + 1, static_cast<std::int64_t>(buffer.plannedBytes()), {}};
  });
  return buffers;
}

} // namespace arenascope::plan

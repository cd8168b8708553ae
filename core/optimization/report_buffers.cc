#include "core/optimization/report_buffers.h"

#include <algorithm>

namespace arenascope::optimization {

std::vector<planner::Buffer> lifetimesOf(const std::vector<report::PlannedBuffer>& planned) {
  std::vector<planner::Buffer> buffers(planned.size());
  std::transform(planned.begin(), planned.end(), buffers.begin(), [](const report::PlannedBuffer& buffer) {
    return planner::Buffer{buffer.firstOp, buffer.lastOp + 1, static_cast<std::int64_t>(buffer.plannedBytes()), {}};
  });
  return buffers;
}

} // namespace arenascope::optimization

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

std::string toBuffersCsv(const profile::Report& report) {
  const std::vector<Buffer> buffers = lifetimesOf(report.buffers);
  std::string text = "id,lower,upper,size\n";
  for (std::size_t i = 0; i < buffers.size(); ++i)
    text += std::to_string(report.buffers[i].index) + "," + std::to_string(buffers[i].lower) + "," +
            std::to_string(buffers[i].upper) + "," + std::to_string(buffers[i].size) + "\n";
  return text;
}

} // namespace arenascope::plan

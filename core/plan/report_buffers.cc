#include "core/plan/report_buffers.h"

namespace arenascope::plan {

NamedBuffers buffersOf(const profile::Report& report) {
  NamedBuffers named;
  for (const profile::PlannedBuffer& buffer : report.buffers) {
    named.ids.push_back(std::to_string(buffer.index));
    named.buffers.push_back({.lower = buffer.firstOp,
                             .upper = std::int64_t{buffer.lastOp} + 1,
                             .size = static_cast<std::int64_t>(buffer.plannedBytes()),
                             .fixed = std::nullopt});
  }
  return named;
}

std::string toBuffersCsv(const profile::Report& report) {
  const NamedBuffers named = buffersOf(report);
  std::string text = "id,lower,upper,size\n";
  for (std::size_t i = 0; i < named.buffers.size(); ++i) {
    const Buffer& buffer = named.buffers[i];
    text += named.ids[i] + "," + std::to_string(buffer.lower) + "," + std::to_string(buffer.upper) + "," +
            std::to_string(buffer.size) + "\n";
  }
  return text;
}

} // namespace arenascope::plan

#include "core/output/buffers_writer.h"

#include <fmt/format.h>

namespace arenascope::output {

std::string toBuffersCsv(const report::Report& report) {
  std::string text = "id,lower,upper,size\n";
  for (const report::PlannedBuffer& buffer : report.buffers)
    text += fmt::format("{},{},{},{}\n", buffer.index, buffer.firstOp, buffer.lastOp + 1, buffer.plannedBytes());
  return text;
}

} // namespace arenascope::output

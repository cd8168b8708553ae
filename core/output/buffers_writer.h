// The planned buffers of a report as comma-separated values, for our planner and others.
#pragma once

#include <string>

#include "core/report/report.h"

namespace arenascope::output {

// Without offsets: id,lower,upper,size. A buffer's id is PlannedBuffer::index; lifetimes are half open, in planner
// steps; sizes are those of the plan, in bytes.
std::string toBuffersCsv(const report::Report& report);

} // namespace arenascope::output

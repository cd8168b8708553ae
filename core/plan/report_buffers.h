// The planned buffers of a report as buffers to place: what goes to other planners.
#pragma once

#include "core/plan/buffers_csv.h"
#include "core/profile/report.h"

namespace arenascope::plan {

// A buffer's id is PlannedBuffer::index; sizes are those that the plan takes.
NamedBuffers buffersOf(const profile::Report& report);

// As comma-separated values without offsets: id,lower,upper,size.
std::string toBuffersCsv(const profile::Report& report);

} // namespace arenascope::plan

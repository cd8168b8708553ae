// A report in the Trace Event Format that Chrome and Perfetto open.
#pragma once

#include <string>

#include "core/report/report.h"

namespace arenascope::output {

// One process for the inference: operators as slices on one track, each buffer as a slice of its own, live and
// persistent bytes as counters; one for AllocateTensors(), a step for each allocation, with the sections' bytes as
// counters. Time is in microseconds at the board's clock where one was chosen; otherwise a cycle stands for a
// microsecond, and without cycles an operator for one. Only where the report has arena figures.
std::string toTrace(const report::Report& report);

} // namespace arenascope::output

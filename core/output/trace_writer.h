// A report in the Trace Event Format of Chrome and Perfetto.
#pragma once

#include <string>

#include "core/report/report.h"

namespace arenascope::output {

// One process for the inference: operators as slices on one track, each buffer as a separate slice, live and
// persistent bytes as counters; one for AllocateTensors(), a step for each allocation, with the sections' bytes as
// counters. Time is in microseconds at the board's clock with a board; otherwise a cycle counts as a
// microsecond, and without cycles an operator as one. The report must have arena figures.
std::string toTrace(const report::Report& report);

} // namespace arenascope::output

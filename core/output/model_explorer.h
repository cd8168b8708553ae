// Node data for Model Explorer: a number for each operator, found by the name of its first output tensor.
#pragma once

#include <string>

#include "core/report/report.h"

namespace arenascope::output {

// Cycles of each operator, all its runs together. Empty results where the target has no cycles.
std::string nodeCycles(const report::Report& report);
// Bytes of all planned buffers in use while each operator runs.
std::string nodeBytes(const report::Report& report);

} // namespace arenascope::output

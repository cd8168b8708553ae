// Node data for Model Explorer: a number for each operator, found by its first output tensor's name.
#pragma once

#include <string>

#include "core/report/report.h"

namespace arenascope::output {

// Cycles of each operator, all its runs together. Without results if the target has no cycles.
std::string nodeCycles(const report::Report& report);
// Bytes of all planned buffers in use during each operator.
std::string nodeBytes(const report::Report& report);

} // namespace arenascope::output

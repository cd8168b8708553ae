// Node data for Model Explorer: a number for each operator, found by the name of its first output tensor.
#pragma once

#include <string>

#include "core/analysis/report.h"

namespace arenascope::profile {

// Cycles of each operator, all its runs together. Empty results where the target has no cycles.
std::string nodeCycles(const Report& report);
// Bytes of all planned buffers in use while each operator runs.
std::string nodeBytes(const Report& report);

} // namespace arenascope::profile

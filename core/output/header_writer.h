// C++ headers for firmware; each names its model, the settings and the program's version.
#pragma once

#include <string>

#include "core/report/report.h"

namespace arenascope::output {

// kTensorArenaSize, or the sizes of two arenas if regions are chosen. The report must have arena figures.
std::string toHeader(const report::Report& report);
// Offset, size and lifetime of every planned buffer as constants. The same condition.
std::string toBufferHeader(const report::Report& report);
// Both in one: the size, and the place of each buffer.
std::string toPlanHeader(const report::Report& report);

} // namespace arenascope::output

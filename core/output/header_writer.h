// C++ headers for firmware; each says from which model, with what and by which version it was made.
#pragma once

#include <string>

#include "core/report/report.h"

namespace arenascope::output {

// kTensorArenaSize, or the sizes of two arenas where regions were chosen. Only where the report has arena figures.
std::string toHeader(const report::Report& report);
// Offset, size and lifetime of every planned buffer as constants. Likewise.
std::string toBufferHeader(const report::Report& report);
// Both in one: the size, and where each buffer is.
std::string toPlanHeader(const report::Report& report);

} // namespace arenascope::output

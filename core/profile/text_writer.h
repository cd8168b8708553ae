// The report for a person in a terminal, as a table for spreadsheets, and as a header for firmware.
#pragma once

#include <string>

#include "core/profile/report.h"

namespace arenascope::profile {

// colour: with terminal escape codes.
std::string toText(const Report& report, bool colour);
// One row for each operator, with a heading row.
std::string toCsv(const Report& report);
// A C++ header with kTensorArenaSize. Only where the report has arena figures.
std::string toHeader(const Report& report);

} // namespace arenascope::profile

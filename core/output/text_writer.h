// The report for a person in a terminal, and as a table for spreadsheets.
#pragma once

#include <string>

#include "core/analysis/report.h"

namespace arenascope::profile {

// colour: with terminal escape codes.
std::string toText(const Report& report, bool colour);
// One row for each operator, with a heading row.
std::string toCsv(const Report& report);

} // namespace arenascope::profile

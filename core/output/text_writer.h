// The report as text for a terminal, and as a table for spreadsheets.
#pragma once

#include <string>

#include "core/report/report.h"

namespace arenascope::output {

// colour: with terminal escape codes.
std::string toText(const report::Report& report, bool colour);
// One row for each operator, with a heading row.
std::string toCsv(const report::Report& report);

} // namespace arenascope::output

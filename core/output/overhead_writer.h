// What the interpreter adds to the calculation, model by model: the table that papers about TFLM print.
#pragma once

#include <string>
#include <vector>

#include "core/report/report.h"

namespace arenascope::output {

// Reports without cycles get a row that says so.
std::string overheadText(const std::vector<report::Report>& reports, bool colour);
std::string overheadJson(const std::vector<report::Report>& reports);

} // namespace arenascope::output

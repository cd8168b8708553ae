// What the interpreter adds to the calculation, model by model: the table that papers about TFLM print.
#pragma once

#include <string>
#include <vector>

#include "core/analysis/report.h"

namespace arenascope::profile {

// Reports without cycles get a row that says so.
std::string overheadText(const std::vector<Report>& reports, bool colour);
std::string overheadJson(const std::vector<Report>& reports);

} // namespace arenascope::profile

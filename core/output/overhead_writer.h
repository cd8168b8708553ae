// The interpreter's share of cycles, model by model: the table of papers about TFLM.
#pragma once

#include <string>
#include <vector>

#include "core/report/report.h"

namespace arenascope::output {

// Reports without cycles get a row with that note.
std::string overheadText(const std::vector<report::Report>& reports, bool colour);
std::string overheadJson(const std::vector<report::Report>& reports);

} // namespace arenascope::output

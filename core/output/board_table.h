// A model on board after board: what is left of each, and how fast it runs.
#pragma once

#include <string>
#include <vector>

#include "core/report/board_fit.h"

namespace arenascope::output {

// A row for each report, which has a board.
std::string boardsText(const std::vector<report::Report>& reports, bool colour);
std::string boardsCsv(const std::vector<report::Report>& reports);
std::string boardsJson(const std::vector<report::Report>& reports);
// Just what boards there are.
std::string boardsText(const std::vector<hardware::Board>& boards, bool colour);

} // namespace arenascope::output

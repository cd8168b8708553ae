// A model on many boards: memory left, and time.
#pragma once

#include <string>
#include <vector>

#include "core/report/board_fit.h"

namespace arenascope::output {

// A row for each report; each must have a board.
std::string boardsText(const std::vector<report::Report>& reports, bool colour);
std::string boardsCsv(const std::vector<report::Report>& reports);
std::string boardsJson(const std::vector<report::Report>& reports);
// The boards only.
std::string boardsText(const std::vector<hardware::Board>& boards, bool colour);

} // namespace arenascope::output

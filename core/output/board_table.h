// A model on board after board: what is left of each, and how fast it runs.
#pragma once

#include <string>
#include <vector>

#include "core/analysis/board_fit.h"

namespace arenascope::profile {

// A row for each report, which has a board.
std::string boardsText(const std::vector<Report>& reports, bool colour);
std::string boardsCsv(const std::vector<Report>& reports);
std::string boardsJson(const std::vector<Report>& reports);
// Just what boards there are.
std::string boardsText(const std::vector<Board>& boards, bool colour);

} // namespace arenascope::profile

// A project's history as one self-contained HTML page: lines over time, and a table of what moved them.
#pragma once

#include <string>
#include <vector>

#include "core/history/timeline.h"

namespace arenascope::output {

// figures: as in history_writer.h.
std::string toHtml(const history::Timeline& timeline, const std::vector<std::string>& figures);

} // namespace arenascope::output

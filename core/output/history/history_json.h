// Rows of the history and what moved between them, as parts of JSON documents.
#pragma once

#include <vector>

#include "core/history/timeline.h"
#include "core/output/json_parts.h"

namespace arenascope::output {

// Settings, provenance and figures; without the commit.
Json rowJson(const history::Row& row);
Json movesJson(const std::vector<history::Move>& moves);
// series: that the point is in.
Json pointJson(const history::Point& point, const history::Series& series);

} // namespace arenascope::output

// One figure of a model over its commits, as SVG.
#pragma once

#include <string>

#include "core/history/timeline.h"

namespace arenascope::output {

// figure: a key of history::rowFigures(). A line along the main branch; points of other branches beside it; larger
// where the figure moved, with the reason as a tooltip; a dashed line for the budget. Empty if no point has the figure.
std::string lineChart(const history::Series& series, const std::string& figure);

} // namespace arenascope::output

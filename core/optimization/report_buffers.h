// The planned buffers of a report as input of planners, ours and others.
#pragma once

#include "core/planner/placement.h"
#include "core/report/report.h"

namespace arenascope::optimization {

// In the planner's numbering, which begins at -1 with buffers that no operator uses; sizes are rounded as in a plan.
std::vector<planner::Buffer> lifetimesOf(const std::vector<report::PlannedBuffer>& planned);

} // namespace arenascope::optimization

// The planned buffers of a report as buffers to place: what goes to planners, ours and others.
#pragma once

#include "core/analysis/report.h"
#include "core/plan/placement.h"

namespace arenascope::plan {

// In the planner's numbering, which begins at -1 with buffers that no operator uses; sizes are those that a plan takes.
std::vector<Buffer> lifetimesOf(const std::vector<profile::PlannedBuffer>& planned);

} // namespace arenascope::plan

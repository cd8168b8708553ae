// Plans in which outputs lie over inputs: between what was measured of kernels and how buffers are placed.
#pragma once

#include <vector>

#include "core/planner/overlap_solver.h"
#include "core/report/report.h"
#include "core/run/safe_distance.h"

namespace arenascope::optimization {

// The buffers that may lie closer than side by side: an operator's input that nothing reads afterwards, and its output
// that nothing wrote before. report: whose planner gave the buffers their lifetimes; `buffers` may have its scratch
// memory in other pieces. Distances are rounded to what the planner aligns buffers to.
std::vector<planner::InPlaceLimit> inPlaceLimitOf(const report::Report& report,
                                                  const std::vector<report::PlannedBuffer>& buffers,
                                                  const std::vector<run::SafeDistance>& distances);

// The buffers that are parts of other tensors, and may lie in them.
std::vector<planner::PartOfWhole> partsOf(const report::Report& report,
                                          const std::vector<report::PlannedBuffer>& buffers);

} // namespace arenascope::optimization

// Plans with in-place outputs: between measurements of kernels and the placement of buffers.
#pragma once

#include <vector>

#include "core/planner/overlap_solver.h"
#include "core/report/report.h"
#include "core/run/safe_distance.h"

namespace arenascope::optimization {

// The pairs of buffers that may overlap: an operator's input without later readers, and its output
// without earlier writers. report: its planner gave the buffers their lifetimes; `buffers` may split its scratch
// memory in another way. Distances are rounded to the planner's alignment. Those of another subgraph are for buffers
// with times in it (called_buffers.h).
std::vector<planner::InPlaceLimit> inPlaceLimitOf(const report::Report& report,
                                                  const std::vector<report::PlannedBuffer>& buffers,
                                                  const std::vector<run::SafeDistance>& distances,
                                                  SubgraphId subgraph = SubgraphId(0));

// The buffers that are parts of other tensors, and may lie inside them.
std::vector<planner::PartOfWhole> partsOf(const report::Report& report,
                                          const std::vector<report::PlannedBuffer>& buffers);

} // namespace arenascope::optimization

// Plans in which outputs lie over inputs: between what was measured of kernels and how buffers are placed.
#pragma once

#include <vector>

#include "core/analysis/report.h"
#include "core/analysis/safe_distance.h"
#include "core/plan/overlap_solver.h"

namespace arenascope::plan {

// The buffers that may lie closer than side by side: an operator's input that nothing reads afterwards, and its output
// that nothing wrote before. report: whose planner gave the buffers their lifetimes; `buffers` may have its scratch
// memory in other pieces. Distances are rounded to what the planner aligns buffers to.
std::vector<Closeness> closenessOf(const profile::Report& report, const std::vector<profile::PlannedBuffer>& buffers,
                                   const std::vector<profile::SafeDistance>& distances);

// The buffers that are parts of other tensors, and may lie in them.
std::vector<PartOfWhole> partsOf(const profile::Report& report, const std::vector<profile::PlannedBuffer>& buffers);

} // namespace arenascope::plan

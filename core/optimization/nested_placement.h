// Placement of a model's buffers whose strips are computed by called subgraphs: each subgraph's tensors are placed by
// themselves, and together are one buffer of the model.
#pragma once

#include <functional>
#include <vector>

#include "core/planner/overlap_solver.h"
#include "core/report/report.h"
#include "core/run/safe_distance.h"

namespace arenascope::optimization {

struct PlacementTask {
  std::vector<planner::Buffer> buffers;
  std::vector<planner::InPlaceLimit> close;
  std::vector<planner::PartOfWhole> parts;
};
using SolvePlacement = std::function<planner::Placement(const PlacementTask& task)>;

// Offsets of the planned buffers. report: of the model without a plan. parts: place parts of tensors inside them.
// Without called subgraphs it is one task. Throws std::logic_error if a placement is wrong.
planner::Placement placeNested(const report::Report& report, const std::vector<report::PlannedBuffer>& planned,
                               const std::vector<run::SafeDistance>& distances, bool parts,
                               const SolvePlacement& solve);

// The allowed overlaps of all planned buffers, by their indices, those of called subgraphs included.
std::vector<planner::InPlaceLimit> allLimitsOf(const report::Report& report,
                                               const std::vector<report::PlannedBuffer>& planned,
                                               const std::vector<run::SafeDistance>& distances);

} // namespace arenascope::optimization

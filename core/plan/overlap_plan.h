// Plans in which outputs lie over inputs: between what was measured of kernels and how buffers are placed.
#pragma once

#include <string>
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

// One of those that share bytes in a plan.
struct OverlappingPair {
  std::string op; // its place: "3"
  std::string operatorName;
  profile::SafeDistance measured; // what it is allowed by
  std::string input;              // names
  std::string output;
  std::int64_t distance = 0; // the output's offset less the input's
  std::uint64_t sharedBytes = 0;
};
// Of the report of a model with its plan.
std::vector<OverlappingPair> overlapsIn(const profile::Report& report,
                                        const std::vector<profile::SafeDistance>& distances);

// "operator 3 (CONV_2D): b lies over 1,024 bytes of a"
std::string describe(const OverlappingPair& pair);

} // namespace arenascope::plan

// Reduces time to the relevant steps.
#pragma once

#include "core/planner/placement.h"
#include "core/planner/placement_search.h"

namespace arenascope::planner {

// Buffers connected by overlapping lifetimes, with the steps at which the set in use is maximal: any two in use
// together share a step. Sizes and offsets in units of `unit` bytes.
struct Part {
  std::vector<std::size_t> members; // indices of buffers
  std::vector<SearchBuffer> buffers;
  std::int64_t unit = 1;
};

// Leaves out buffers with no size or lifetime.
std::vector<Part> splitInTime(const std::vector<Buffer>& buffers);

} // namespace arenascope::planner

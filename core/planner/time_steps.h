// Time cut down to the steps that matter.
#pragma once

#include "core/planner/placement.h"
#include "core/planner/placement_search.h"

namespace arenascope::planner {

// Buffers that are connected by common use, in the steps at which no more of them could be in use at the same time:
// whoever is in use together meets in one of these. Sizes and offsets in units of `unit` bytes.
struct Part {
  std::vector<std::size_t> members; // indices of the buffers
  std::vector<SearchBuffer> buffers;
  std::int64_t unit = 1;
};

// Without the buffers that have no size or are never in use.
std::vector<Part> splitInTime(const std::vector<Buffer>& buffers);

} // namespace arenascope::planner

// The smallest block of memory for buffers, each in use for some time.
#pragma once

#include <functional>

#include "core/planner/effort.h"
#include "core/planner/placement.h"

namespace arenascope::planner {

struct Placement {
  Offsets offsets;
  std::int64_t bytes = 0;      // heightOf(offsets)
  std::int64_t lowerBound = 0; // bytes: no placement is smaller
  Steps steps = 0;             // of the search
  SearchEnd end = SearchEnd::kDone;
  bool provenOptimal() const { return bytes == lowerBound; }
};

struct SolveOptions {
  Steps steps = kNoEnd; // the best placement found by then is the answer
  // Asked now and then whether to stop earlier, with what is known so far.
  std::function<bool(std::int64_t bytes, std::int64_t lowerBound)> stop;
  std::optional<std::int64_t> enough; // bytes: a placement that is no larger will do
};

// Of more than 2,000 buffers that are connected in time, the answer is what the interpreter's own order gives. Buffers
// without a size, or in use at no time, are at their fixed offset or at 0. Fixed offsets must not contradict
// each other. Throws std::length_error where sizes are beyond 2^30 times their greatest common divisor.
Placement solve(const std::vector<Buffer>& buffers, const SolveOptions& options = {});

// The order in which buffers are placed one by one, each as low as it can be: by size as the real interpreter's planner
// does, or by how much of the block they take over time.
enum class GreedyOrder : std::uint8_t { kSize, kArea, kDuration };
Offsets placeGreedily(const std::vector<Buffer>& buffers, GreedyOrder order);

} // namespace arenascope::planner

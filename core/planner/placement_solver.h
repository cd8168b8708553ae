// The smallest block of memory for buffers with lifetimes.
#pragma once

#include <functional>

#include "core/planner/effort.h"
#include "core/planner/placement.h"

namespace arenascope::planner {

struct Placement {
  Offsets offsets;
  std::int64_t bytes = 0;      // heightOf(offsets)
  std::int64_t lowerBound = 0; // bytes: no placement is smaller
  Steps steps = 0;             // used by the search
  SearchEnd end = SearchEnd::kDone;
  bool provenOptimal() const { return bytes == lowerBound; }
};

struct SolveOptions {
  Steps steps = kNoEnd; // limit; returns the best placement found
  // Polled with the present state; true stops the search.
  std::function<bool(std::int64_t bytes, std::int64_t lowerBound)> stop;
  std::optional<std::int64_t> enough; // bytes: stops at a placement no larger
};

// With more than 2,000 buffers connected in time, the result is the interpreter's own order. Buffers with no size or
// lifetime are at their fixed offset or at 0. Fixed offsets must be consistent. Throws std::length_error if sizes
// exceed 2^30 times their greatest common divisor.
Placement solve(const std::vector<Buffer>& buffers, const SolveOptions& options = {});

// Order in which buffers are placed one by one, each as low as possible: by size as in TFLM's planner, by size times
// lifetime, or by lifetime.
enum class GreedyOrder : std::uint8_t { kSize, kArea, kDuration };
Offsets placeGreedily(const std::vector<Buffer>& buffers, GreedyOrder order);

} // namespace arenascope::planner

// Which chains of operators to compute in how many strips: shortest paths over the main graph. A path leads from
// operator to operator, alone or over a whole chain in strips; its arena is the largest need of its parts and the sum
// of what they keep, its cycles are a sum. So the best paths for every limit on the need are found without trying all
// combinations.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/model/rewrite/strips.h"
#include "core/planner/effort.h"

namespace arenascope::optimization {

// Measured values of an operator of the main graph.
struct OperatorCosts {
  std::uint64_t cycles = 0;
  std::int64_t scratchBytes = 0;
  std::int64_t tailBytes = 0;   // persistent bytes
  std::int64_t overlapGap = -1; // bytes that input and output together need beyond the larger one; -1: all of the other
};

// An estimate: what matters is the order of candidates, since those that are shown are run.
struct StripPath {
  std::vector<rewrite::StripCut> cuts; // none: the model itself
  std::int64_t headBytes = 0;          // largest number of bytes in use
  std::int64_t tailBytes = 0;          // more persistent bytes than the model has
  std::uint64_t cycles = 0;

  std::int64_t arenaBytes() const { return headBytes + tailBytes; }
};

// Paths that no other beats in both arena and cycles, smallest arena first; the model itself is the last, or beaten.
// costs: one for each operator of the main graph.
std::vector<StripPath> bestStripPaths(const model::Graph& model, const std::vector<OperatorCosts>& costs,
                                      planner::Effort& effort);

// Bytes of head section that no strips, order and plan go below: the model's inputs, its outputs, what an operator that
// strips cannot compute reads or writes, and for each other one a row of its output or the rows that this is made of.
std::int64_t leastHeadBytes(const model::Graph& model);

// Why strips do not help a model.
struct NoGain {
  enum class Reason : std::uint8_t {
    kNoChain,     // it has no chain of operators that strips can compute
    kOutside,     // most memory is in use at an operator that is in none
    kTooMuchElse, // what strips need, their own tables included, is as much as they save
  };
  Reason reason = Reason::kNoChain;
  std::int32_t peakOperator = -1; // of the main graph
};
NoGain whyNoGain(const model::Graph& model, const std::vector<OperatorCosts>& costs);

} // namespace arenascope::optimization

// What a graph that is computed by strips will need, roughly and at once: to choose which of many to run.
#pragma once

#include <cstdint>
#include <vector>

#include "core/model/rewrite/strips.h"

namespace arenascope::rewrite {

// Of each operator of the model, as it was measured.
struct OperatorCosts {
  std::uint64_t cycles = 0;
  std::int64_t scratchBytes = 0;
  std::int64_t tailBytes = 0;   // what it keeps for good
  std::int64_t overlapGap = -1; // bytes that input and output together need beyond the larger one; -1: all of the other
};

struct Estimate {
  std::int64_t arenaBytes = 0; // most in use at a time, and what operators keep for good
  std::int64_t headBytes = 0;  // of these, what is in use
  int fullSteps = 0;           // operators while which so much is
  std::uint64_t cycles = 0;
  std::int32_t peakOperator = -1; // of the model, while which most is in use; -1: a new one
};

// facts: one for each operator of the main graph.
Estimate estimateOf(const model::Graph& model, const StripGraph& graph, const std::vector<OperatorCosts>& costs);

} // namespace arenascope::rewrite

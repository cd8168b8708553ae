// A fast, rough estimate of the memory of a graph that is computed by strips, to choose which of many to run.
#pragma once

#include <cstdint>
#include <vector>

#include "core/model/rewrite/strips.h"

namespace arenascope::rewrite {

// Measured values of an operator of the model.
struct OperatorCosts {
  std::uint64_t cycles = 0;
  std::int64_t scratchBytes = 0;
  std::int64_t tailBytes = 0;   // persistent bytes
  std::int64_t overlapGap = -1; // bytes that input and output together need beyond the larger one; -1: all of the other
};

struct Estimate {
  std::int64_t arenaBytes = 0; // peak of live and persistent bytes
  std::int64_t headBytes = 0;  // of these, the live bytes
  int fullSteps = 0;           // number of operators at that peak
  std::uint64_t cycles = 0;
  std::int32_t peakOperator = -1; // of the model, at the peak; -1: a new one
};

// facts: one for each operator of the main graph.
Estimate estimateOf(const model::Graph& model, const StripGraph& graph, const std::vector<OperatorCosts>& costs);

} // namespace arenascope::rewrite

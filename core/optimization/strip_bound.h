// What no strips go below, and why they do not help.
#pragma once

#include <cstdint>
#include <vector>

#include "core/optimization/whole_graph.h"

namespace arenascope::optimization {

// Bytes of head section that no strips, order and plan go below: the model's inputs, its outputs, what an operator that
// strips cannot compute reads or writes, and for each other one a part of a row of its output, or of the rows that this
// is made of.
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

// Possible orders of a model's operators, and the order with the smallest head.
#pragma once

#include <cstdint>
#include <vector>

#include "core/model/graph/graph.h"
#include "core/planner/effort.h"
#include "core/report/report.h"

namespace arenascope::optimization {

struct OperatorOrder {
  std::vector<std::vector<std::int32_t>> operators; // by subgraph: the operators' numbers in the new order
  std::int64_t lowerBound = 0;                      // bytes: no permitted order has a smaller head

  bool isOriginal() const;
};

// `buffers` are those that the interpreter plans for the unchanged model. An operator stays after what it reads and
// before what overwrites that; so do operators that read or change a state: variables, resource variables, subgraphs
// that several operators call. Nothing moves across an operator that can end the inference early.
OperatorOrder findOperatorOrder(const model::Graph& model, const std::vector<report::PlannedBuffer>& buffers,
                                planner::Effort& effort);

} // namespace arenascope::optimization

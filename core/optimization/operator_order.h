// In which order a model's operators can run, and which order keeps the least in use.
#pragma once

#include <cstdint>
#include <vector>

#include "core/model/graph/graph.h"
#include "core/planner/effort.h"
#include "core/report/report.h"

namespace arenascope::optimization {

struct OperatorOrder {
  std::vector<std::vector<std::int32_t>> operators; // of each subgraph: the operators' numbers as they shall run
  std::int64_t lowerBound = 0;                      // bytes: in no order that is allowed does the head need less

  bool isOriginal() const;
};

// `buffers` are what the interpreter plans for the model as it is. An operator stays after what it reads and before
// what overwrites that; so do operators that read or change a state: variables, resource variables, subgraphs that
// several operators call. Nothing moves across an operator that can end the inference early.
OperatorOrder findOperatorOrder(const model::Graph& model, const std::vector<report::PlannedBuffer>& buffers,
                                planner::Effort& effort);

} // namespace arenascope::optimization

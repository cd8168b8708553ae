// Orders of operators with the lowest peak of bytes in use.
#pragma once

#include <cstdint>
#include <vector>

#include "core/planner/effort.h"

namespace arenascope::planner {

// Operators of one subgraph and the tensors between them. A tensor is in use from the first operator that uses it to
// the last; an input or output that none uses, all the time.
struct OrderTask {
  struct Tensor {
    std::int64_t bytes = 0;
    bool before = false; // in use from the start: an input
    bool behind = false; // in use until the end: an output
  };
  struct Operator {
    std::vector<std::int32_t> tensors; // read or written, each once
    std::vector<std::int32_t> after;   // operators that must run before it; lower numbers
    std::int64_t ownBytes = 0;         // scratch memory, and that of subgraphs it calls
  };
  std::vector<Tensor> tensors;
  std::vector<Operator> operators;
};

struct Order {
  std::vector<std::int32_t> operators; // by number in the task
  std::int64_t peak = 0;               // maximum of bytes in use
  std::int64_t lowerBound = 0;         // bytes: no permitted order has a lower peak
};

// Recomputes the peak of an order.
std::int64_t peakOf(const OrderTask& task, const std::vector<std::int32_t>& order);

// Searches the possible sets of executed operators, all relevant ones or, if there are too many, the most promising;
// returns the best known when the effort ends. Never worse than the task's own order.
Order findOrder(const OrderTask& task, Effort& effort);

} // namespace arenascope::planner

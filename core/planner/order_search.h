// In which order operators run so that what is in use at any time is the least.
#pragma once

#include <cstdint>
#include <vector>

#include "core/planner/effort.h"

namespace arenascope::planner {

// Operators of one subgraph and the tensors between them. A tensor is in use from the first operator that touches it to
// the last one; an input or output that none touches, all the time.
struct OrderTask {
  struct Tensor {
    std::int64_t bytes = 0;
    bool before = false; // in use when the first operator begins: an input
    bool behind = false; // in use after the last one: an output
  };
  struct Operator {
    std::vector<std::int32_t> tensors; // that it reads or writes, each once
    std::vector<std::int32_t> after;   // operators that must run before it, with lower numbers
    std::int64_t ownBytes = 0;         // scratch, and what subgraphs that it calls need
  };
  std::vector<Tensor> tensors;
  std::vector<Operator> operators;
};

struct Order {
  std::vector<std::int32_t> operators; // by their number in the task
  std::int64_t peak = 0;               // most bytes in use at a time
  std::int64_t lowerBound = 0;         // bytes: no order that is allowed has a lower peak
};

// The peak of an order, counted anew.
std::int64_t peakOf(const OrderTask& task, const std::vector<std::int32_t>& order);

// Searches the sets of operators that can have run, all that can matter or, where they are too many, the most
// promising; where the effort ends, the answer is what is known. Never worse than the task's own order.
Order findOrder(const OrderTask& task, Effort& effort);

} // namespace arenascope::planner

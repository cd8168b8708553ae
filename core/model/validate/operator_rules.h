// What every operator of a model must look like, whatever kernel runs it: how many tensors it takes and gives, of what
// types and ranks its data may be. Kernels are stricter; they say so while they prepare. Options of another operator
// are as good as none, as in the real interpreter.
#pragma once

#include <optional>
#include <string>

#include "core/model/graph/graph.h"

namespace arenascope::model {

// What is wrong with an operator, or nothing. Operators without a rule are never wrong.
std::optional<std::string> brokenRule(const Subgraph& subgraph, const Operator& op);

} // namespace arenascope::model

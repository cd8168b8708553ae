// Rules for operators of a model with any kernel: numbers of inputs and outputs, types and
// ranks of data. Kernels are stricter, and refuse in their preparation. Options of another operator
// count as absent, as in the real interpreter.
#pragma once

#include <optional>
#include <string>

#include "core/model/graph/graph.h"

namespace arenascope::model {

// The fault of an operator; absent if it has none. Operators without a rule have none.
std::optional<std::string> brokenRule(const Subgraph& subgraph, const Operator& op);

} // namespace arenascope::model

// The plan in a model's metadata: offsets of tensors in the arena's head, made before the run.
#pragma once

#include <optional>
#include <string>

#include "core/model/graph/graph.h"

namespace arenascope::model {

// Two tensors that the plan puts at overlapping places while an operator, other than an accelerator's, uses both.
// The interpreter does not check offsets and lets one overwrite the other: the damage
// depends on the order in which kernels read and write. Absent if there are none, or no plan.
std::optional<std::string> offlinePlanOverlap(const Graph& graph);

} // namespace arenascope::model

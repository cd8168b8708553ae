// A plan that a model brings along in its metadata: offsets of tensors in the arena's head, decided before it is run.
#pragma once

#include <optional>
#include <string>

#include "core/model/graph/graph.h"

namespace arenascope::model {

// Two tensors that the plan puts at overlapping places though both are in use at the same time, by an operator that is
// not an accelerator's. The interpreter takes offsets as they are and lets one overwrite the other: whether that does
// harm depends on the order in which kernels read and write. Nothing where there are none, or no plan.
std::optional<std::string> offlinePlanOverlap(const Graph& graph);

} // namespace arenascope::model

// A plan that a model brings along in its metadata: offsets of tensors in the arena's head, decided before it is run.
#pragma once

#include <optional>
#include <string>

#include "tflite_generated.h"

namespace arenascope::model {

// What is wrong with the model's offline plan: numbers that are missing or out of range. Nothing where it has none. The
// model's tensors and calls are known to be fine.
std::optional<std::string> wrongOfflinePlan(const schema::Model& model);

// Two tensors that the plan puts at overlapping places though both are in use at the same time, by an operator that is
// not an accelerator's. The interpreter takes offsets as they are and lets one overwrite the other: whether that does
// harm depends on the order in which kernels read and write. Nothing where there are none, or no plan. The plan is
// known not to be wrong.
std::optional<std::string> offlinePlanOverlap(const schema::Model& model);

} // namespace arenascope::model

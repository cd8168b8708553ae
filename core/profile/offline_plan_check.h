// A plan that a model brings along in its metadata: offsets of tensors in the arena's head, decided before it is run.
#pragma once

#include <optional>
#include <string>

#include "tflite_generated.h"

namespace arenascope::profile {

// What is wrong with the model's offline plan: numbers that are missing or out of range, or two tensors that are in use
// at the same time at overlapping places. Nothing where it has none. The model's tensors and calls are known to be
// fine.
std::optional<std::string> wrongOfflinePlan(const schema::Model& model);

} // namespace arenascope::profile

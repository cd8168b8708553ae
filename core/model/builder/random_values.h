// Tensors with random numbers, scales and zero points.
#pragma once

#include "core/model/builder/operator_model.h"

namespace arenascope::builder {

int elementsOf(const std::vector<std::int32_t>& shape);
float scaleBetween(Random& random, float low, float high);
// A tensor whose numbers the caller gives.
Values activations(Random& random, schema::TensorType type, const std::vector<std::int32_t>& shape, float scale);
// One to four dimensions of up to `most` each.
std::vector<std::int32_t> randomShape(Random& random, int lowestRank, int most);
schema::ActivationFunctionType randomActivation(Random& random);

} // namespace arenascope::builder

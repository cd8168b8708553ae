#include "core/model/builder/random_values.h"

#include <functional>
#include <numeric>

#include "core/model/builder/operator_families.h"

namespace arenascope::builder {

int elementsOf(const std::vector<std::int32_t>& shape) {
  return std::accumulate(shape.begin(), shape.end(), 1, std::multiplies<>());
}

float scaleBetween(Random& random, float low, float high) {
  return low + (high - low) * static_cast<float>(random.between(0, 1000)) / 1000.0F;
}

Values activations(Random& random, schema::TensorType type, const std::vector<std::int32_t>& shape, float scale) {
  return quantized(type, {}, scale, type == schema::TensorType_INT8 ? random.between(-128, 127) : 0, shape);
}

std::vector<std::int32_t> randomShape(Random& random, int lowestRank, int most) {
  std::vector<std::int32_t> shape;
  for (int d = random.between(lowestRank, 4); d > 0; --d) shape.push_back(random.between(1, most));
  return shape;
}

schema::ActivationFunctionType randomActivation(Random& random) {
  return random.between(0, 2) == 0 ? schema::ActivationFunctionType_RELU : schema::ActivationFunctionType_NONE;
}

Random randomFor(std::uint32_t number) {
  constexpr std::uint32_t kGolden = 2654435761U;
  Random random((number + 1) * kGolden);
  for (int i = 0; i < 8; ++i) random.next();
  return random;
}

} // namespace arenascope::builder

// The constant tensors of a model: they stay in flash, inside the model, and take no bytes of the arena.
#pragma once

#include <string>
#include <vector>

#include "core/model/graph/model_info.h"

namespace arenascope::model {

struct WeightTensor {
  std::int32_t subgraph = 0;
  std::int32_t tensor = 0;
  std::string name;
  std::string detail; // type and shape
  std::uint64_t bytes = 0;
  std::vector<std::int32_t> readers; // operators of the subgraph that read it
};

// In the model's order. A buffer that several tensors share is once in the model, and once here for each of them.
std::vector<WeightTensor> weightTensors(const ModelInfo& model);

} // namespace arenascope::model

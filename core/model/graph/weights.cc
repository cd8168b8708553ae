#include "core/model/graph/weights.h"

namespace arenascope::model {

namespace {

// For each tensor the operators that read it.
std::vector<std::vector<std::int32_t>> readersOf(const SubgraphInfo& subgraph) {
  std::vector<std::vector<std::int32_t>> readers(subgraph.tensors.size());
  for (std::size_t i = 0; i < subgraph.operators.size(); ++i)
    for (const std::int32_t tensor : subgraph.operators[i].inputs)
      if (tensor >= 0) readers[static_cast<std::size_t>(tensor)].push_back(static_cast<std::int32_t>(i));
  return readers;
}

} // namespace

std::vector<WeightTensor> weightTensors(const ModelInfo& model) {
  std::vector<WeightTensor> weights;
  for (std::size_t s = 0; s < model.subgraphs.size(); ++s) {
    const SubgraphInfo& subgraph = model.subgraphs[s];
    std::vector<std::vector<std::int32_t>> readers = readersOf(subgraph);
    for (std::size_t t = 0; t < subgraph.tensors.size(); ++t) {
      const TensorInfo& tensor = subgraph.tensors[t];
      if (tensor.constantBytes == 0) continue;
      weights.push_back({.subgraph = static_cast<std::int32_t>(s),
                         .tensor = static_cast<std::int32_t>(t),
                         .name = tensor.name,
                         .detail = tensor.type + " " + shapeText(tensor.shape),
                         .bytes = tensor.constantBytes,
                         .readers = std::move(readers[t])});
    }
  }
  return weights;
}

} // namespace arenascope::model

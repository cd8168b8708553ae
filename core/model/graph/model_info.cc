#include "core/model/graph/model_info.h"

#include <algorithm>

namespace arenascope::model {

std::vector<std::string> ModelInfo::operatorNames() const {
  std::vector<std::string> names;
  for (const SubgraphInfo& subgraph : subgraphs)
    for (const OperatorInfo& op : subgraph.operators)
      if (std::find(names.begin(), names.end(), op.name) == names.end()) names.push_back(op.name);
  return names;
}

std::size_t ModelInfo::operatorCount() const {
  std::size_t total = 0;
  for (const SubgraphInfo& subgraph : subgraphs) total += subgraph.operators.size();
  return total;
}

bool ModelInfo::accelerated() const {
  return std::any_of(subgraphs.begin(), subgraphs.end(), [](const SubgraphInfo& subgraph) {
    return std::any_of(subgraph.operators.begin(), subgraph.operators.end(),
                       [](const OperatorInfo& op) { return op.accelerated; });
  });
}

std::size_t ModelInfo::tensorCount() const {
  std::size_t total = 0;
  for (const SubgraphInfo& subgraph : subgraphs) total += subgraph.tensors.size();
  return total;
}

const TensorInfo* ModelInfo::tensorByPlanIndex(std::size_t index) const {
  for (const SubgraphInfo& subgraph : subgraphs) {
    if (index < subgraph.tensors.size()) return &subgraph.tensors[index];
    index -= subgraph.tensors.size();
  }
  return nullptr;
}

std::string shapeText(const std::vector<std::int32_t>& shape) {
  std::string result;
  for (const std::int32_t size : shape) result += (result.empty() ? "" : "x") + std::to_string(size);
  return result.empty() ? "scalar" : result;
}

} // namespace arenascope::model

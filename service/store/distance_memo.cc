#include "service/store/distance_memo.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace arenascope::service {

namespace {

// With the types and shapes of all its tensors, and which of them are one.
std::string keyOf(const std::string& name, const model::SubgraphInfo& graph, const model::OperatorInfo& op) {
  std::string key = name;
  std::vector<TensorId> seen;
  for (const auto& tensors : {op.inputs, op.outputs}) {
    key += '|';
    for (const TensorId tensor : tensors) {
      if (!tensor.isThere()) {
        key += " none";
        continue;
      }
      const auto first = std::find(seen.begin(), seen.end(), tensor);
      const model::TensorInfo& info = graph.tensors[tensor.position()];
      key += fmt::format(" {}:{}[{}]{}", first - seen.begin(), info.type, fmt::join(info.shape, ","),
                         info.constantBytes == 0 ? "" : "constant");
      if (first == seen.end()) seen.push_back(tensor);
    }
  }
  return key;
}

std::size_t positionOf(const std::vector<TensorId>& tensors, TensorId tensor) {
  return static_cast<std::size_t>(std::find(tensors.begin(), tensors.end(), tensor) - tensors.begin());
}

} // namespace

std::optional<std::vector<run::SafeDistance>>
DistanceMemo::find(const std::string& name, const model::SubgraphInfo& graph, OperatorId op) const {
  const model::OperatorInfo& info = graph.operators[op.position()];
  const std::lock_guard lock(mutex_);
  const auto known = known_.find(keyOf(name, graph, info));
  if (known == known_.end()) return std::nullopt;
  std::vector<run::SafeDistance> distances;
  for (const Known& each : known->second) {
    distances.push_back(each.distance);
    distances.back().op = op;
    distances.back().input = info.inputs[each.input];
    distances.back().output = info.outputs[each.output];
  }
  return distances;
}

void DistanceMemo::store(const std::string& name, const model::SubgraphInfo& graph, OperatorId op,
                         const std::vector<run::SafeDistance>& distances) {
  const model::OperatorInfo& info = graph.operators[op.position()];
  std::vector<Known> known;
  for (const run::SafeDistance& distance : distances)
    known.push_back({positionOf(info.inputs, distance.input), positionOf(info.outputs, distance.output), distance});
  const std::lock_guard lock(mutex_);
  known_[keyOf(name, graph, info)] = std::move(known);
}

} // namespace arenascope::service

#include "core/model/rewrite/resize/layer_channels.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace arenascope::resize {

using quantize::DraftGraph;
using quantize::DraftOperator;

namespace {

constexpr std::int32_t kMultiple = 8;
constexpr double kLeastShare = 0.9;

// Mixes all input channels into new ones.
bool isLayer(const DraftOperator& op) {
  switch (op.code) {
  case schema::BuiltinOperator_CONV_2D:
  case schema::BuiltinOperator_FULLY_CONNECTED:
  case schema::BuiltinOperator_TRANSPOSE_CONV:
  case schema::BuiltinOperator_SVDF:
  case schema::BuiltinOperator_UNIDIRECTIONAL_SEQUENCE_LSTM: return true;
  default: return false;
  }
}

// Keeps values for the next inference, or runs other subgraphs.
bool isBound(const DraftOperator& op) {
  switch (op.code) {
  case schema::BuiltinOperator_ASSIGN_VARIABLE:
  case schema::BuiltinOperator_READ_VARIABLE:
  case schema::BuiltinOperator_IF:
  case schema::BuiltinOperator_WHILE:
  case schema::BuiltinOperator_CUSTOM: return true;
  default: return false;
  }
}

// Tensors whose channels change together, or stay together.
class Groups {
public:
  explicit Groups(const DraftGraph& graph) : graph_(graph), parent_(graph.tensors.size()), stays_(parent_.size()) {
    std::iota(parent_.begin(), parent_.end(), 0);
    for (const DraftOperator& op : graph.operators)
      if (!isLayer(op) && !joinsChannels(op)) join(op);
    for (const auto& ends : {graph.inputs, graph.outputs})
      for (const std::int32_t tensor : ends) keep(tensor);
    for (const DraftOperator& op : graph.operators)
      if (isBound(op)) keepAll(op);
    // Parts of what stays stay.
    for (bool isChanged = true; isChanged;) {
      isChanged = false;
      for (const DraftOperator& op : graph.operators)
        if (joinsChannels(op) && !op.outputs.empty() && stays(op.outputs[0]))
          for (const std::int32_t input : op.inputs)
            if (!stays(input)) keep(input), isChanged = true;
    }
  }

  bool stays(std::int32_t tensor) { return tensor < 0 || stays_[root(tensor)]; }

private:
  static bool joinsChannels(const DraftOperator& op) { return op.code == schema::BuiltinOperator_CONCATENATION; }

  std::size_t root(std::int32_t tensor) {
    auto at = static_cast<std::size_t>(tensor);
    while (parent_[at] != at) at = parent_[at] = parent_[parent_[at]];
    return at;
  }
  void keep(std::int32_t tensor) {
    if (tensor >= 0) stays_[root(tensor)] = true;
  }
  void keepAll(const DraftOperator& op) {
    for (const auto& tensors : {op.inputs, op.outputs})
      for (const std::int32_t tensor : tensors) keep(tensor);
  }
  static std::int32_t innermost(const quantize::DraftTensor& tensor) {
    return tensor.shape.empty() ? 1 : tensor.shape.back();
  }
  // One channel is stretched over all.
  void join(const DraftOperator& op) {
    if (op.outputs.empty()) return;
    const std::size_t to = root(op.outputs[0]);
    for (const std::int32_t output : op.outputs) parent_[root(output)] = to;
    for (const std::int32_t input : op.inputs) {
      if (input < 0 || graph_.at(input).isConstant()) continue;
      if (op.inputs.size() > 1 && innermost(graph_.at(input)) == 1 && innermost(graph_.at(op.outputs[0])) != 1)
        continue;
      parent_[root(input)] = to;
    }
  }

  const DraftGraph& graph_;
  std::vector<std::size_t> parent_;
  std::vector<bool> stays_;
};

} // namespace

std::int32_t scaledChannels(std::int32_t channels, double factor) {
  const double product = channels * factor;
  if (factor == 1) return channels;
  const auto rounded = static_cast<std::int32_t>(product + kMultiple / 2.0);
  auto scaled = std::max(kMultiple, rounded / kMultiple * kMultiple);
  if (scaled < kLeastShare * product) scaled += kMultiple;
  return factor < 1 ? std::min(scaled, channels) : scaled;
}

std::vector<std::optional<std::int32_t>> layerChannels(const DraftGraph& graph, double factor) {
  std::vector<std::optional<std::int32_t>> channels(graph.operators.size());
  Groups groups(graph);
  for (std::size_t i = 0; i < graph.operators.size(); ++i) {
    const DraftOperator& op = graph.operators[i];
    if (!isLayer(op) || op.outputs.size() != 1 || groups.stays(op.outputs[0])) continue;
    const std::vector<std::int32_t>& shape = graph.at(op.outputs[0]).shape;
    if (shape.empty() || shape.back() < 1) continue;
    const std::int32_t scaled = scaledChannels(shape.back(), factor);
    if (scaled != shape.back()) channels[i] = scaled;
  }
  return channels;
}

} // namespace arenascope::resize

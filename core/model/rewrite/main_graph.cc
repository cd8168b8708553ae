#include "core/model/rewrite/main_graph.h"

namespace arenascope::rewrite {

namespace {

bool isJoinable(model::Type type) {
  return type == model::Type::kInt8 || type == model::Type::kInt16 || type == model::Type::kFloat32;
}

} // namespace

MainGraph::MainGraph(const model::Graph& model) : model_(model), graph_(model.main()) {
  for (std::int32_t i = 0; i < operators(); ++i) {
    rules_.push_back(rowRuleOf(model, op(i)));
    if (rules_.back() && !hasJoinableRows(i)) rules_.back().reset();
    for (const std::int32_t tensor : op(i).inputs) lastUse_[tensor] = i;
  }
  for (const std::int32_t tensor : graph_.outputs) lastUse_[tensor] = kBeyond;
}

std::vector<std::uint8_t> MainGraph::dataOf(std::int32_t t) const {
  const std::span<const std::uint8_t> bytes = model_.bytesOf(tensor(t).constant);
  return {bytes.begin(), bytes.end()};
}

std::int32_t MainGraph::lastUseOf(std::int32_t tensor) const {
  const auto use = lastUse_.find(tensor);
  return use == lastUse_.end() ? -1 : use->second;
}

bool MainGraph::readsWhole(std::int32_t op, const std::set<std::int32_t>& tensors) const {
  for (std::size_t n = 0; n < this->op(op).inputs.size(); ++n)
    if (!rule(op).sliced[n] && tensors.contains(this->op(op).inputs[n])) return true;
  return false;
}

bool MainGraph::hasJoinableRows(std::int32_t i) const {
  if (!isJoinable(tensor(outputOf(i)).type)) return false;
  for (std::size_t n = 0; n < op(i).inputs.size(); ++n)
    if (rule(i).sliced[n] && !isJoinable(tensor(op(i).inputs[n]).type)) return false;
  return true;
}

} // namespace arenascope::rewrite

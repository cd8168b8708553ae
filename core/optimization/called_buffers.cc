#include "core/optimization/called_buffers.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/report/overlapping_pairs.h"

namespace arenascope::optimization {

using model::ModelInfo;
using model::OperatorInfo;
using model::SubgraphInfo;
using report::PlannedBuffer;

namespace {

bool isPlainCall(const OperatorInfo& op) {
  return op.name == "IF" && op.calls.size() == 2 && op.calls[0].value == op.calls[1].value;
}

struct Use {
  PlannerStep first{};
  PlannerStep last{};
};

// By tensor of the subgraph.
std::map<std::int32_t, Use> usesIn(const SubgraphInfo& graph) {
  std::map<std::int32_t, Use> uses;
  const auto use = [&](const std::vector<TensorId>& tensors, PlannerStep step) {
    for (const TensorId tensor : tensors) {
      if (!tensor.isThere()) continue;
      uses.try_emplace(tensor.value, Use{step, step}).first->second.last = step;
    }
  };
  use(graph.inputs, PlannerStep(0));
  for (std::size_t i = 0; i < graph.operators.size(); ++i) {
    use(graph.operators[i].outputs, stepIn(OperatorId(i)));
    use(graph.operators[i].inputs, stepIn(OperatorId(i)));
  }
  use(graph.outputs, PlannerStep(graph.operators.size()));
  return uses;
}

} // namespace

std::vector<SubgraphId> calledSubgraphsOf(const ModelInfo& model) {
  std::set<std::int32_t> called;
  std::set<std::int32_t> others;
  for (std::size_t s = 0; s < model.subgraphs.size(); ++s)
    for (const OperatorInfo& op : model.subgraphs[s].operators)
      for (const SubgraphId subgraph : op.calls) {
        (s == 0 && isPlainCall(op) ? called : others).insert(subgraph.value);
        if (s > 0) others.insert(static_cast<std::int32_t>(s));
      }
  std::vector<SubgraphId> result;
  for (const std::int32_t subgraph : called)
    if (subgraph > 0 && !others.contains(subgraph)) result.emplace_back(subgraph);
  return result;
}

std::vector<CalledBuffers> calledBuffersOf(const ModelInfo& model, const std::vector<PlannedBuffer>& planned) {
  std::vector<CalledBuffers> all;
  for (const SubgraphId subgraph : calledSubgraphsOf(model)) {
    const SubgraphInfo& graph = model.subgraphs[subgraph.position()];
    const std::map<std::int32_t, Use> uses = usesIn(graph);
    const std::int32_t base = report::firstTensorOf(model, subgraph);
    CalledBuffers called{.subgraph = subgraph};
    for (std::size_t i = 0; i < planned.size(); ++i) {
      const PlannedBuffer& buffer = planned[i];
      const std::int32_t tensor = buffer.index.value - base;
      if (buffer.scratch || tensor < 0 || static_cast<std::size_t>(tensor) >= graph.tensors.size()) continue;
      const auto use = uses.find(tensor);
      if (use == uses.end()) continue;
      if (called.members.empty()) called.first = buffer.firstOp, called.last = buffer.lastOp;
      called.first = PlannerStep(std::min(called.first.value, buffer.firstOp.value));
      called.last = PlannerStep(std::max(called.last.value, buffer.lastOp.value));
      called.members.push_back(i);
      called.buffers.push_back(buffer);
      called.buffers.back().firstOp = use->second.first;
      called.buffers.back().lastOp = use->second.last;
    }
    if (!called.members.empty()) all.push_back(std::move(called));
  }
  return all;
}

} // namespace arenascope::optimization

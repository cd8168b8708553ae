// Tensors of a subgraph that computes one strip after another. The interpreter takes them to be in use from the first
// call to the last; they hold nothing between two calls, so that an offline plan can place them by their use in one.
#pragma once

#include <vector>

#include "core/report/report.h"

namespace arenascope::optimization {

// Steps in a subgraph: inputs at 0, operators from 1.
inline PlannerStep stepIn(OperatorId op) { return PlannerStep(op.value + 1); }

struct CalledBuffers {
  SubgraphId subgraph;
  std::vector<std::size_t> members = {};           // indices of planned buffers: its tensors, not its scratch memory
  std::vector<report::PlannedBuffer> buffers = {}; // these, with steps in the subgraph
  PlannerStep first{};                             // of all calls, in the model's steps
  PlannerStep last{};
};

// Subgraphs that operators of the main graph alone call, each as the only choice of an IF, and that call none.
std::vector<SubgraphId> calledSubgraphsOf(const model::ModelInfo& model);
// One for each of these.
std::vector<CalledBuffers> calledBuffersOf(const model::ModelInfo& model,
                                           const std::vector<report::PlannedBuffer>& planned);

} // namespace arenascope::optimization

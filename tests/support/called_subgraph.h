// A report whose main graph calls a subgraph twice, as strips do.
#pragma once

#include <string>

#include "core/report/report.h"

namespace arenascope::test {

// Main graph: tensors 0 (input), 1 and 2 (outputs of the calls). Subgraph 1: tensors 3 to 5, each made of the one
// before. Steps: the first call is 1, its operators 3 and 4; the second is 9, its operators 11 and 12.
inline report::Report reportWithCalls() {
  report::Report report;
  report.model.subgraphs.resize(2);
  model::SubgraphInfo& main = report.model.subgraphs[0];
  main.tensors.resize(3);
  main.inputs = {TensorId(0)};
  main.outputs = {TensorId(1), TensorId(2)};
  for (const int output : {1, 2}) {
    model::OperatorInfo& call = main.operators.emplace_back();
    call.name = "IF";
    call.inputs = {TensorId(0)};
    call.outputs = {TensorId(output)};
    call.calls = {SubgraphId(1), SubgraphId(1)};
    call.time = PlannerStep(output == 1 ? 1 : 9);
  }
  model::SubgraphInfo& body = report.model.subgraphs[1];
  body.tensors.resize(3);
  body.inputs = {TensorId(0)};
  body.outputs = {TensorId(2)};
  for (const int input : {0, 1}) {
    model::OperatorInfo& op = body.operators.emplace_back();
    op.name = "RELU";
    op.inputs = {TensorId(input)};
    op.outputs = {TensorId(input + 1)};
  }
  for (int tensor = 0; tensor < 6; ++tensor) report.model.views.push_back({tensor, 0});
  const auto buffer = [&](int index, std::uint64_t bytes, int first, int last) {
    report::PlannedBuffer planned;
    planned.index = BufferId(index);
    planned.name = "b" + std::to_string(index);
    planned.bytes = bytes;
    planned.firstOp = PlannerStep(first);
    planned.lastOp = PlannerStep(last);
    report.buffers.push_back(planned);
  };
  buffer(0, 64, 0, 9);
  buffer(1, 32, 1, 16);
  buffer(2, 32, 9, 16);
  buffer(3, 16, 2, 11);
  buffer(4, 160, 3, 12);
  buffer(5, 16, 4, 13);
  return report;
}

} // namespace arenascope::test

#include "service/optimize/operator_costs.h"

#include <algorithm>

#include "core/optimization/strip_path.h"

namespace arenascope::service {

using report::Report;

std::vector<optimization::OperatorCosts> costsOf(const Report& report,
                                                 const std::vector<run::SafeDistance>& distances) {
  std::vector<optimization::OperatorCosts> costs(report.model.subgraphs.front().operators.size());
  const auto costOf = [&](std::int32_t subgraph, std::int32_t op) -> optimization::OperatorCosts* {
    return subgraph == 0 && op >= 0 && static_cast<std::size_t>(op) < costs.size()
               ? &costs[static_cast<std::size_t>(op)]
               : nullptr;
  };
  for (const report::OperatorReport& op : report.operators)
    if (optimization::OperatorCosts* cost = costOf(op.subgraph, op.index)) {
      cost->cycles = report.cost ? op.cost.cycles : op.macs;
      for (const report::PlannedBuffer& buffer : report.buffers)
        if (buffer.scratch && buffer.liveAt(op.time))
          cost->scratchBytes += static_cast<std::int64_t>(buffer.plannedBytes());
    }
  for (const trace::Event& event : report.allocations)
    if (event.section == trace::Section::kTail)
      if (optimization::OperatorCosts* cost = costOf(event.position.subgraph, event.position.op))
        cost->tailBytes += static_cast<std::int64_t>(event.bytes);
  for (const run::SafeDistance& distance : distances) {
    optimization::OperatorCosts* cost = costOf(distance.subgraph, distance.op);
    if (cost == nullptr || distance.dependsOnData) continue;
    const auto& tensors = report.model.subgraphs.front().tensors;
    const std::uint64_t input = tensors[distance.input.position()].bytes;
    const std::uint64_t output = tensors[distance.output.position()].bytes;
    cost->overlapGap = static_cast<std::int64_t>(std::min(input, output) - distance.sharedBytes(input, output));
  }
  return costs;
}

std::uint64_t padCyclesOf(const Report& report) {
  return report.kernels == "cmsis-nn" || !report.cost ? optimization::kPadCycles : optimization::kReferencePadCycles;
}

} // namespace arenascope::service

#include "core/report/overlapping_pairs.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/number_text.h"

namespace arenascope::report {

std::int32_t firstTensorOf(const model::ModelInfo& model, SubgraphId subgraph) {
  std::size_t first = 0;
  for (std::size_t s = 0; s < subgraph.position(); ++s) first += model.subgraphs[s].tensors.size();
  return static_cast<std::int32_t>(first);
}

std::size_t bufferOf(const model::ModelInfo& model, const std::vector<PlannedBuffer>& buffers, SubgraphId subgraph,
                     TensorId tensor) {
  const std::int32_t number = firstTensorOf(model, subgraph) + tensor;
  const auto found = std::find_if(buffers.begin(), buffers.end(), [&](const PlannedBuffer& buffer) {
    return !buffer.scratch && buffer.index.value == number;
  });
  return static_cast<std::size_t>(found - buffers.begin());
}

std::vector<OverlappingPair> overlapsIn(const Report& report, const std::vector<run::SafeDistance>& distances) {
  std::vector<OverlappingPair> pairs;
  for (const run::SafeDistance& distance : distances) {
    const model::SubgraphInfo& graph = report.model.subgraphs[distance.subgraph.position()];
    const std::size_t in = bufferOf(report.model, report.buffers, distance.subgraph, distance.input);
    const std::size_t out = bufferOf(report.model, report.buffers, distance.subgraph, distance.output);
    if (in == report.buffers.size() || out == report.buffers.size()) continue;
    const PlannedBuffer& input = report.buffers[in];
    const PlannedBuffer& output = report.buffers[out];
    const std::uint64_t begin = std::max(input.offset, output.offset);
    const std::uint64_t end = std::min(input.offset + input.bytes, output.offset + output.bytes);
    const auto apart = static_cast<std::int64_t>(output.offset) - static_cast<std::int64_t>(input.offset);
    if (begin >= end ||
        model::haveSameBytes(report.model.views, input.index.position(), output.index.position(), apart))
      continue;
    pairs.push_back({.op = operatorPlace(distance.subgraph, distance.op),
                     .operatorName = graph.operators[distance.op.position()].name,
                     .measured = distance,
                     .input = input.name,
                     .output = output.name,
                     .distance = apart,
                     .sharedBytes = end - begin});
  }
  return pairs;
}

std::string describe(const OverlappingPair& pair) {
  return fmt::format("operator {} ({}): {} lies over {} bytes of {}", pair.op, pair.operatorName, pair.output,
                     grouped(pair.sharedBytes), pair.input);
}

} // namespace arenascope::report

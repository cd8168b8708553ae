// Outputs that overlap inputs in a report, by the model's own plan.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/report/report.h"
#include "core/run/safe_distance.h"

namespace arenascope::report {

// Number of a subgraph's first tensor across all subgraphs, as the planner counts.
std::int32_t firstTensorOf(const model::ModelInfo& model, SubgraphId subgraph);
// Index of the subgraph's tensor among the buffers; their number if there is none.
std::size_t bufferOf(const model::ModelInfo& model, const std::vector<PlannedBuffer>& buffers, SubgraphId subgraph,
                     TensorId tensor);

// An operator's input and output with common bytes.
struct OverlappingPair {
  std::string op; // place: "3"
  std::string operatorName;
  run::SafeDistance measured; // allowed distances
  std::string input;          // names
  std::string output;
  std::int64_t distance = 0; // the output's offset minus the input's
  std::uint64_t sharedBytes = 0;

  // Whether the operator has read the bytes it overwrites, as measured.
  bool isSafe() const { return !measured.dependsOnData && (distance <= measured.below || distance >= measured.above); }
};
// The measured pairs whose tensors overlap; not those where one is a part of the other (core/model/graph/views.h).
std::vector<OverlappingPair> overlapsIn(const Report& report, const std::vector<run::SafeDistance>& distances);

// "operator 3 (CONV_2D): b lies over 1,024 bytes of a"
std::string describe(const OverlappingPair& pair);

} // namespace arenascope::report

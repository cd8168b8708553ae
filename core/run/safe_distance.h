// How close an operator's output may lie to one of its inputs (emulator/instrumentation/overlap_profiler.h measures
// it).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/ids.h"

namespace arenascope::run {

// Of one operator's input and output, as one run saw them. Distances are the output's offset in the arena less the
// input's, in bytes: anything at most `below` or at least `above` is safe; two that share no byte always are.
struct SafeDistance {
  SubgraphId subgraph{0};
  OperatorId op{0};
  TensorId input;
  TensorId output;
  std::int64_t below = 0;
  std::int64_t above = 0;
  std::uint64_t accesses = 0; // what was read and written, in which order: the same number for the same sequence
  bool dependsOnData = false; // found by comparing runs: where it does, nothing is safe

  // The most bytes that both may share, of so many each.
  std::uint64_t sharedBytes(std::uint64_t inputBytes, std::uint64_t outputBytes) const;
};

// The stricter of each pair; a pair that not all have, or whose accesses differ, depends on data.
std::vector<SafeDistance> strictestOf(std::span<const std::vector<SafeDistance>> runs);
// The stricter of each pair of different kernels, whose accesses may differ.
std::vector<SafeDistance> commonTo(std::span<const std::vector<SafeDistance>> kernels);

} // namespace arenascope::run

// How close an operator's output may lie to one of its inputs (measured by
// emulator/instrumentation/overlap_profiler.h).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/ids.h"

namespace arenascope::run {

// For one operator's input and output, from one run. Distances are the output's offset in the arena minus the input's,
// in bytes: any at most `below` or at least `above` is safe, and so are disjoint buffers.
struct SafeDistance {
  SubgraphId subgraph{0};
  OperatorId op{0};
  TensorId input;
  TensorId output;
  std::int64_t below = 0;
  std::int64_t above = 0;
  std::uint64_t accesses = 0; // fingerprint of the sequence of reads and writes
  bool dependsOnData = false; // from comparing runs: if set, no overlap is safe

  // Most bytes that both may share, given their sizes.
  std::uint64_t sharedBytes(std::uint64_t inputBytes, std::uint64_t outputBytes) const;
};

// The stricter distances of each pair; a pair missing in a run, or with different accesses, depends on data.
std::vector<SafeDistance> strictestOf(std::span<const std::vector<SafeDistance>> runs);
// The stricter distances of each pair across kernels, whose accesses may differ.
std::vector<SafeDistance> commonTo(std::span<const std::vector<SafeDistance>> kernels);

} // namespace arenascope::run

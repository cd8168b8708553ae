// Which chains of operators to compute in how many strips: shortest paths over the main graph. A path leads from
// operator to operator, alone or over a whole chain in strips; its arena is the largest need of its parts and the sum
// of what they keep, its cycles are a sum. So the best paths for every limit on the need are found without trying all
// combinations.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/model/rewrite/strips.h"
#include "core/optimization/whole_graph.h"
#include "core/planner/effort.h"

namespace arenascope::optimization {

// An estimate: what matters is the order of candidates, since those that are shown are run.
struct StripPath {
  std::vector<rewrite::StripCut> cuts; // none: the model itself
  std::int64_t headBytes = 0;          // largest number of bytes in use
  std::int64_t tailBytes = 0;          // more persistent bytes than the model has
  std::uint64_t cycles = 0;

  std::int64_t arenaBytes() const { return headBytes + tailBytes; }
};

// Measured on Cortex-M4, with CMSIS-NN's PAD and with the reference kernel.
inline constexpr std::uint64_t kPadCycles = 2;
inline constexpr std::uint64_t kReferencePadCycles = 57;

struct StripWays {
  std::int32_t mostColumns = rewrite::kMostColumns; // parts of a strip side by side
  std::uint64_t padCycles = kPadCycles;             // for each byte of a new PAD's output
};

// Paths that no other beats in both arena and cycles, smallest arena first; the model itself is the last, or beaten.
// costs: one for each operator of the main graph.
std::vector<StripPath> bestStripPaths(const model::Graph& model, const std::vector<OperatorCosts>& costs,
                                      planner::Effort& effort, const StripWays& ways = {});

} // namespace arenascope::optimization

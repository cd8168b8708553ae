// Chains of operators that strips can compute.
#pragma once

#include <cstdint>
#include <vector>

#include "core/model/graph/graph.h"

namespace arenascope::rewrite {

// Operators of the main graph, by number; both ends belong to it.
struct Region {
  std::int32_t first = 0;
  std::int32_t last = 0;
  bool operator==(const Region&) const = default;
};

// Every chain that strips can compute: one tensor leaves it, and all its inputs stay unchanged. In order
// of their first operator.
std::vector<Region> regionsOf(const model::Graph& model);

} // namespace arenascope::rewrite

// A model without those PADs whose borders the convolutions behind them can add themselves, as SAME does: a PAD holds
// its input and a copy with borders at once.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/model/rewrite/strips.h"

namespace arenascope::rewrite {

// Which PADs go: those that add nothing, and those in front of convolutions whose SAME adds the same borders.
struct PadFolding {
  // Also those for which SAME does so once the filter ends with a row or column of zeros, at the cost of their
  // products.
  bool largerFilters = false;
  std::set<std::int32_t> kept = {}; // operators of the model that stay
};

struct FoldedPads {
  StripGraph graph;
  std::vector<std::int32_t> numbers; // by operator of the graph: its number in the model
  std::vector<std::string> names;    // by operator of the graph: equal only for the same one, folded alike
  std::vector<std::int32_t> byZeros; // by larger filter: the PAD that went for it, its number in the model
};

// Of the main graph. Absent if none can go.
std::optional<FoldedPads> foldPads(const model::Graph& model, const PadFolding& how);

} // namespace arenascope::rewrite

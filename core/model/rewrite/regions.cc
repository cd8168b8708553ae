#include "core/model/rewrite/regions.h"

#include <algorithm>
#include <set>

#include "core/model/rewrite/main_graph.h"

namespace arenascope::rewrite {

std::vector<Region> regionsOf(const model::Graph& model) {
  const MainGraph graph(model);
  std::vector<Region> regions;
  for (std::int32_t first = 0; first < graph.operators(); ++first) {
    std::set<std::int32_t> made;   // by the operators so far
    std::int32_t furthest = first; // operator that uses one of these
    for (std::int32_t last = first; last < graph.operators() && graph.hasRule(last); ++last) {
      if (graph.readsWhole(last, made)) break;
      // Planes are split where they are whole.
      if (graph.rule(last).kind == RowRule::Kind::kPlanes && made.contains(graph.op(last).inputs[0])) break;
      const std::int32_t output = graph.outputOf(last);
      if (furthest <= last && heightOf(graph.tensor(output)) > 1) regions.push_back({first, last});
      const std::int32_t use = graph.lastUseOf(output);
      if (use <= last || use == MainGraph::kBeyond) break;
      furthest = std::max(furthest, use);
      made.insert(output);
    }
  }
  return regions;
}

} // namespace arenascope::rewrite

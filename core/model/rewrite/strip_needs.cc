#include "core/model/rewrite/strip_needs.h"

#include <algorithm>

namespace arenascope::rewrite {

bool StripNeeds::isMade(std::int32_t tensor) const {
  for (std::int32_t i = cut_.region.first; i <= cut_.region.last; ++i)
    if (graph_.outputOf(i) == tensor) return true;
  return false;
}

Rows StripNeeds::inputRows(std::int32_t op, std::int32_t tensor, const Rows& output) const {
  const Rows needed = graph_.rule(op).needed(output);
  if (isUniform()) return needed;
  return {std::max(0, needed.begin), std::min(heightOf(graph_.tensor(tensor)), needed.end)};
}

std::map<std::int32_t, Rows> StripNeeds::of(const Rows& strip) const {
  std::map<std::int32_t, Rows> needs = {{graph_.outputOf(cut_.region.last), strip}};
  for (std::int32_t i = cut_.region.last; i >= cut_.region.first; --i)
    for (std::size_t n = 0; n < graph_.op(i).inputs.size(); ++n) {
      if (!graph_.rule(i).sliced[n]) continue;
      const std::int32_t tensor = graph_.op(i).inputs[n];
      needs[tensor] = hull(needs[tensor], inputRows(i, tensor, needs[graph_.outputOf(i)]));
    }
  return needs;
}

} // namespace arenascope::rewrite

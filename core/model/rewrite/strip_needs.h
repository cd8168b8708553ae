// The rows that a strip of a chain's output needs of each tensor.
#pragma once

#include <map>
#include <vector>

#include "core/model/rewrite/main_graph.h"
#include "core/model/rewrite/strips.h"

namespace arenascope::rewrite {

class StripNeeds {
public:
  // Both must outlive this.
  StripNeeds(const MainGraph& graph, const StripCut& cut) : graph_(graph), cut_(cut) {}

  // Whether all strips read as many rows, whether these exist or not.
  bool isUniform() const { return cut_.edges != StripCut::Edges::kSeparate; }
  // By the chain.
  bool isMade(std::int32_t tensor) const;
  // The rows of an input that an operator takes for rows of its output.
  Rows inputRows(std::int32_t op, std::int32_t tensor, const Rows& output) const;
  // By tensor, for these rows of the last output.
  std::map<std::int32_t, Rows> of(const Rows& strip) const;

private:
  const MainGraph& graph_;
  const StripCut& cut_;
};

} // namespace arenascope::rewrite

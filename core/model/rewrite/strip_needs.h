// The rows that a strip of a chain's output needs of each tensor.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "core/model/rewrite/main_graph.h"
#include "core/model/rewrite/strips.h"

namespace arenascope::rewrite {

class StripNeeds {
public:
  // Both must outlive this.
  StripNeeds(const MainGraph& graph, const StripCut& cut);

  // Whether all strips read as many rows, whether these exist or not.
  bool isUniform() const { return cut_.edges != StripCut::Edges::kSeparate; }
  // By the chain.
  bool isMade(std::int32_t tensor) const;
  // The rows of an input that an operator takes for rows of its output.
  Rows inputRows(std::int32_t op, std::int32_t tensor, const Rows& output) const;
  // By tensor, for these rows of the last output.
  std::map<std::int32_t, Rows> of(const Rows& strip) const;
  // Those of a tensor's needed rows that the strip computes itself: all, or all but those that it is passed.
  Rows made(std::int32_t tensor, const Rows& needed) const;
  // Tensors with rows for the next strip, in the order in which they are computed.
  const std::vector<std::int32_t>& passed() const { return passed_; }
  // The rows of each that this strip passes on: the last that it has.
  std::vector<std::pair<std::int32_t, Rows>> passedBy(const Rows& strip) const;
  // Strips before the first one that compute all rows of the image that it is passed.
  std::int32_t stripsBefore() const;

private:
  void findPassed();
  std::int32_t shortestBefore(std::int32_t tensor) const;
  Rows firstStrip() const;

  const MainGraph& graph_;
  const StripCut& cut_;
  std::vector<std::int32_t> passed_;
  std::map<std::int32_t, std::int32_t> newRows_; // by tensor: that a strip computes beside those that it is passed
};

// Operators of whose outputs strips of this region can pass on rows, in order; the same for any number of strips.
std::vector<std::int32_t> operatorsThatPass(const model::Graph& model, const Region& region);

} // namespace arenascope::rewrite

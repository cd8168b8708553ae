// The main graph of a model, and what is asked of it often: read once.
#pragma once

#include <limits>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "core/model/rewrite/row_rules.h"

namespace arenascope::rewrite {

// Numbers of operators and tensors are those of the graph.
class MainGraph {
public:
  static constexpr std::int32_t kBeyond = std::numeric_limits<std::int32_t>::max(); // used after the last operator

  // The model must outlive this.
  explicit MainGraph(const model::Graph& model);

  std::int32_t operators() const { return static_cast<std::int32_t>(graph_.operators.size()); }
  const model::Operator& op(std::int32_t i) const { return graph_.operators[static_cast<std::size_t>(i)]; }
  // Whether it can be computed row by row from tensors whose rows can be joined.
  bool hasRule(std::int32_t i) const { return rules_[static_cast<std::size_t>(i)].has_value(); }
  const RowRule& rule(std::int32_t i) const { return *rules_[static_cast<std::size_t>(i)]; }
  std::int32_t outputOf(std::int32_t i) const { return op(i).outputs[0]; }
  const model::Tensor& tensor(std::int32_t t) const { return graph_.tensors[static_cast<std::size_t>(t)]; }
  std::int32_t tensors() const { return static_cast<std::int32_t>(graph_.tensors.size()); }
  bool isConstant(std::int32_t t) const { return model_.isConstant(tensor(t)); }
  std::vector<std::uint8_t> dataOf(std::int32_t t) const;
  // The last operator that reads the tensor; -1: none does.
  std::int32_t lastUseOf(std::int32_t tensor) const;
  // Whether the operator takes all rows of one of these tensors for any row of its output.
  bool readsWhole(std::int32_t op, const std::set<std::int32_t>& tensors) const;

private:
  bool hasJoinableRows(std::int32_t i) const;

  const model::Graph& model_;
  const model::Subgraph& graph_;
  std::vector<std::optional<RowRule>> rules_;    // by operator
  std::map<std::int32_t, std::int32_t> lastUse_; // by tensor: an operator
};

} // namespace arenascope::rewrite

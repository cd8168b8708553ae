// The main graph of a model, with what its operators cost and the bytes in use at each.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "core/model/graph/graph.h"
#include "core/model/graph/view.h"

namespace arenascope::optimization {

// Measured values of an operator of the main graph.
struct OperatorCosts {
  std::uint64_t cycles = 0;
  std::int64_t scratchBytes = 0;
  std::int64_t tailBytes = 0;   // persistent bytes
  std::int64_t overlapGap = -1; // bytes that input and output together need beyond the larger one; -1: all of the other
};

// As tensors are aligned.
inline std::int64_t rounded(std::int64_t bytes) {
  return (bytes + model::kTensorAlignment - 1) / model::kTensorAlignment * model::kTensorAlignment;
}
// Of a tensor, rounded.
template <typename Shape>
std::int64_t bytesOf(model::Type type, const Shape& shape) {
  auto bytes = static_cast<std::int64_t>(model::elementBytes(type));
  for (const std::int32_t length : shape) bytes *= length;
  return rounded(bytes);
}

// The main graph with its costs, and what is in the arena at each operator.
class WholeGraph {
public:
  // Both must outlive this; costs: one for each operator.
  WholeGraph(const model::Graph& model, const std::vector<OperatorCosts>& costs)
      : model_(model), main_(model.main()), costs_(costs), first_(main_.tensors.size(), kNever),
        last_(main_.tensors.size(), kNever) {
    use(main_.inputs, -1);
    for (std::int32_t i = 0; i < operators(); ++i) {
      use(op(i).outputs, i);
      use(op(i).inputs, i);
    }
    use(main_.outputs, operators());
  }

  const model::Graph& model() const { return model_; }
  std::int32_t operators() const { return static_cast<std::int32_t>(main_.operators.size()); }
  const model::Operator& op(std::int32_t i) const { return main_.operators[static_cast<std::size_t>(i)]; }
  const OperatorCosts& costs(std::int32_t i) const { return costs_[static_cast<std::size_t>(i)]; }
  const model::Tensor& tensor(std::int32_t t) const { return main_.tensors[static_cast<std::size_t>(t)]; }
  std::int32_t tensors() const { return static_cast<std::int32_t>(main_.tensors.size()); }
  std::int32_t firstOf(std::int32_t t) const { return first_[static_cast<std::size_t>(t)]; }
  std::int32_t lastOf(std::int32_t t) const { return last_[static_cast<std::size_t>(t)]; }

  // In the arena; 0 for constants.
  std::int64_t bytesInArena(std::int32_t t) const {
    if (model_.isConstant(tensor(t)) || tensor(t).isVariable) return 0;
    return bytesOf(tensor(t).type, tensor(t).shape);
  }

  // In use while operators run, without those tensors that they alone use.
  std::int64_t bytesBeside(std::int32_t from, std::int32_t to, const std::set<std::int32_t>& without) const {
    std::int64_t sum = 0;
    for (std::int32_t t = 0; t < tensors(); ++t)
      if (firstOf(t) != kNever && firstOf(t) < to && lastOf(t) >= from && !without.contains(t)) sum += bytesInArena(t);
    return sum;
  }

  // What an operator's output and scratch memory need besides the other bytes in use, less what may overlap.
  std::int64_t sharedBytes(std::int32_t i, std::int64_t input, std::int64_t output) const {
    return costs(i).overlapGap < 0 ? 0 : std::max<std::int64_t>(0, std::min(input, output) - costs(i).overlapGap);
  }

  std::int64_t needAt(std::int32_t i) const {
    std::int64_t need = bytesBeside(i, i + 1, {}) + costs(i).scratchBytes;
    const std::int32_t input = op(i).input(0);
    if (input >= 0 && !op(i).outputs.empty() && lastOf(input) == i)
      need -= sharedBytes(i, bytesInArena(input), bytesInArena(op(i).outputs[0]));
    return need;
  }

private:
  static constexpr std::int32_t kNever = -2;

  void use(std::span<const std::int32_t> tensors, std::int32_t step) {
    for (const std::int32_t t : tensors) {
      if (t < 0) continue;
      if (firstOf(t) == kNever) first_[static_cast<std::size_t>(t)] = step;
      last_[static_cast<std::size_t>(t)] = std::max(lastOf(t), step);
    }
  }

  const model::Graph& model_;
  const model::Subgraph& main_;
  const std::vector<OperatorCosts>& costs_;
  std::vector<std::int32_t> first_; // by tensor: operator; -1: the model's input
  std::vector<std::int32_t> last_;
};

} // namespace arenascope::optimization

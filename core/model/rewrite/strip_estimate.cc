#include "core/model/rewrite/strip_estimate.h"

#include <algorithm>
#include <map>

#include "core/model/graph/view.h"
#include "core/model/rewrite/row_rules.h"

namespace arenascope::rewrite {

namespace {

// Of operators that only move bytes; what matters is that they are not free.
constexpr std::uint64_t kCyclesPerByte = 2;
constexpr std::uint64_t kCyclesPerOperator = 400;
constexpr std::int64_t kTailPerOperator = 70;
constexpr std::int64_t kTailPerTensor = 12;

class Estimator {
public:
  Estimator(const model::Graph& model, const StripGraph& graph, const std::vector<OperatorCosts>& costs)
      : model_(model), main_(model.main()), graph_(graph), costs_(costs) {}

  Estimate estimate() {
    findLifetimes();
    Estimate result;
    for (std::size_t i = 0; i < graph_.operators.size(); ++i) {
      const std::int64_t bytes = inUseAt(static_cast<std::int32_t>(i));
      if (bytes == result.headBytes) ++result.fullSteps;
      if (bytes > result.headBytes) {
        result.headBytes = bytes;
        result.fullSteps = 1;
        result.peakOperator = graph_.operators[i].isChanged ? -1 : graph_.operators[i].original;
      }
      result.cycles += cyclesOf(graph_.operators[i]);
    }
    result.arenaBytes = result.headBytes;
    for (const GraphOperator& op : graph_.operators)
      result.arenaBytes +=
          op.original >= 0 ? costs_[static_cast<std::size_t>(op.original)].tailBytes : kTailPerOperator;
    result.arenaBytes += kTailPerTensor * static_cast<std::int64_t>(graph_.tensors.size());
    return result;
  }

private:
  struct Life {
    std::int32_t first;
    std::int32_t last;
  };

  std::int32_t known() const { return static_cast<std::int32_t>(main_.tensors.size()); }
  const NewTensor& added(std::int32_t tensor) const {
    return graph_.tensors[static_cast<std::size_t>(tensor - known())];
  }
  const model::Tensor& old(std::int32_t tensor) const { return main_.tensors[static_cast<std::size_t>(tensor)]; }

  static std::int64_t bytesOf(model::Type type, std::span<const std::int32_t> shape) {
    auto bytes = static_cast<std::int64_t>(model::elementBytes(type));
    for (const std::int32_t length : shape) bytes *= length;
    return (bytes + model::kTensorAlignment - 1) / model::kTensorAlignment * model::kTensorAlignment;
  }
  // In the arena; 0 for constants.
  std::int64_t bytesOf(std::int32_t tensor) const {
    if (tensor < 0) return 0;
    if (tensor >= known()) return added(tensor).data.empty() ? bytesOf(added(tensor).type, added(tensor).shape) : 0;
    if (model_.isConstant(old(tensor)) || old(tensor).isVariable || old(tensor).shape.data() == nullptr) return 0;
    return bytesOf(old(tensor).type, old(tensor).shape);
  }

  std::vector<std::int32_t> inputsOf(const GraphOperator& op) const { return tensorsOf(op, op.inputs, true); }
  std::vector<std::int32_t> outputsOf(const GraphOperator& op) const { return tensorsOf(op, op.outputs, false); }
  std::vector<std::int32_t> tensorsOf(const GraphOperator& op, const std::vector<std::int32_t>& changed,
                                      bool inputs) const {
    if (op.original < 0 || op.isChanged) return changed;
    const model::Operator& same = main_.operators[static_cast<std::size_t>(op.original)];
    const std::span<const std::int32_t> tensors = inputs ? same.inputs : same.outputs;
    return {tensors.begin(), tensors.end()};
  }

  void findLifetimes() {
    const auto use = [&](std::int32_t tensor, std::int32_t at) {
      const auto [life, isNew] = lives_.try_emplace(tensor, Life{at, at});
      if (!isNew) life->second.last = std::max(life->second.last, at);
    };
    for (const std::int32_t tensor : main_.inputs) use(tensor, 0);
    for (std::size_t i = 0; i < graph_.operators.size(); ++i) {
      for (const std::int32_t tensor : inputsOf(graph_.operators[i])) use(tensor, static_cast<std::int32_t>(i));
      for (const std::int32_t tensor : outputsOf(graph_.operators[i])) use(tensor, static_cast<std::int32_t>(i));
    }
    for (const std::int32_t tensor : main_.outputs) use(tensor, static_cast<std::int32_t>(graph_.operators.size()) - 1);
  }

  // What is in use while an operator runs: rows that lie in one tensor count once.
  std::int64_t inUseAt(std::int32_t step) const {
    std::map<std::int32_t, std::vector<std::pair<std::int64_t, std::int64_t>>> places; // by whole: from, to
    for (const auto& [tensor, life] : lives_) {
      const std::int64_t bytes = life.first <= step && step <= life.last ? bytesOf(tensor) : 0;
      if (bytes == 0) continue;
      const bool isPart = tensor >= known() && added(tensor).whole >= 0;
      const std::int64_t from = isPart ? added(tensor).offset : 0;
      places[isPart ? added(tensor).whole : tensor].emplace_back(from, from + bytes);
    }
    std::int64_t sum = 0;
    for (auto& [whole, ranges] : places) {
      std::sort(ranges.begin(), ranges.end());
      std::int64_t end = 0;
      for (const auto& [from, to] : ranges) {
        sum += std::max<std::int64_t>(0, to - std::max(from, end));
        end = std::max(end, to);
      }
    }
    return sum + ownAt(step);
  }

  // Scratch memory, less what the output may share with the input.
  std::int64_t ownAt(std::int32_t step) const {
    const GraphOperator& op = graph_.operators[static_cast<std::size_t>(step)];
    if (op.original < 0) return 0;
    const OperatorCosts& costs = costs_[static_cast<std::size_t>(op.original)];
    if (costs.overlapGap < 0 || inputsOf(op).empty() || outputsOf(op).empty()) return costs.scratchBytes;
    const std::int32_t input = inputsOf(op).front();
    if (input < 0 || lives_.at(input).last > step) return costs.scratchBytes;
    const std::int64_t smaller = std::min(bytesOf(input), bytesOf(outputsOf(op).front()));
    return costs.scratchBytes - std::max<std::int64_t>(0, smaller - costs.overlapGap);
  }

  std::uint64_t cyclesOf(const GraphOperator& op) const {
    if (op.original < 0) {
      std::int64_t bytes = 0;
      for (const std::int32_t tensor : outputsOf(op)) bytes += bytesOf(tensor);
      return kCyclesPerOperator + kCyclesPerByte * static_cast<std::uint64_t>(bytes);
    }
    const std::uint64_t cycles = costs_[static_cast<std::size_t>(op.original)].cycles;
    if (!op.isChanged) return cycles;
    const model::Operator& whole = main_.operators[static_cast<std::size_t>(op.original)];
    const auto all = static_cast<std::uint64_t>(heightOf(old(whole.outputs[0])));
    return kCyclesPerOperator + cycles * static_cast<std::uint64_t>(added(op.outputs.front()).shape[1]) / all;
  }

  const model::Graph& model_;
  const model::Subgraph& main_;
  const StripGraph& graph_;
  const std::vector<OperatorCosts>& costs_;
  std::map<std::int32_t, Life> lives_; // by tensor
};

} // namespace

Estimate estimateOf(const model::Graph& model, const StripGraph& graph, const std::vector<OperatorCosts>& costs) {
  return Estimator(model, graph, costs).estimate();
}

} // namespace arenascope::rewrite

#include "core/model/validate/validator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/model/validate/operator_rules.h"

namespace arenascope::model {

namespace {

constexpr std::uint64_t kMaxTensorBytes = std::uint64_t{1} << 30;
constexpr int kMaxCallDepth = 16;
constexpr int kMaxCalledOperators = 1'000'000;

std::optional<Error> finding(std::string message, int subgraph = -1, int op = -1) {
  return Error{Stage::kValidate, std::move(message), subgraph, op};
}

std::string tensorName(const Tensor& tensor, std::size_t index) {
  std::string name = "tensor " + std::to_string(index);
  if (!tensor.name.empty()) name += fmt::format(" ({})", tensor.name);
  return name;
}

std::optional<std::string> badScale(const Tensor& tensor, bool mayBeNegative) {
  const std::span<const float> scales = tensor.quantization.scales;
  for (std::size_t i = 0; i < scales.size(); ++i)
    if (!(std::isfinite(scales[i]) && (scales[i] >= 0.0F || mayBeNegative)))
      return fmt::format(": scale {} is {}, not a finite positive number", i, scales[i]);
  return std::nullopt;
}

// By tensor: only convolutions read it, as their filter or bias, whose scales may have any sign.
std::vector<bool> filtersOf(const Graph& graph, const Subgraph& subgraph) {
  std::vector<bool> filters;
  for (const Tensor& tensor : subgraph.tensors) filters.push_back(graph.isConstant(tensor));
  const auto exclude = [&](std::int32_t tensor) {
    if (tensor >= 0) filters[static_cast<std::size_t>(tensor)] = false;
  };
  for (const std::int32_t output : subgraph.outputs) exclude(output);
  for (const Operator& op : subgraph.operators) {
    const bool isConvolution = op.isBuiltin("CONV_2D") || op.isBuiltin("DEPTHWISE_CONV_2D");
    for (std::size_t i = 0; i < op.inputs.size(); ++i)
      if (!isConvolution || i == 0) exclude(op.inputs[i]);
  }
  return filters;
}

std::optional<std::string> badShape(const Tensor& tensor, const Limits& limits, std::uint64_t& elements) {
  if (tensor.shape.size() > limits.rank)
    return fmt::format(" has {} dimensions: {}", tensor.shape.size(), limitAdvice(&Limits::rank, limits));
  elements = 1;
  for (std::size_t d = 0; d < tensor.shape.size(); ++d) {
    const std::int32_t size = tensor.shape[d];
    if (size < 0)
      return fmt::format(": dimension {} is {}{}", d, size,
                         size == -1 ? ": its size is open; convert the model with fixed shapes" : "");
    // A size of 0 makes the tensor empty; the other dimensions are still sizes that code multiplies.
    elements *= static_cast<std::uint64_t>(std::max(size, 1));
    if (elements > kMaxTensorBytes) return " has more than 2^30 elements";
  }
  if (std::find(tensor.shape.begin(), tensor.shape.end(), 0) != tensor.shape.end()) elements = 0;
  return std::nullopt;
}

std::optional<std::string> badData(const Tensor& tensor, std::uint64_t stored, std::uint64_t elements) {
  const std::uint64_t bits = typeBits(tensor.type);
  if (elements * bits / 8 > kMaxTensorBytes) return " is larger than 1 GiB";
  const std::uint64_t needed = (elements * bits + 7) / 8;
  if (stored > 0 && tensor.isSparse)
    return " is sparse (SparsityParameters), and TFLM has no kernels for such weights: convert without sparsity";
  if (stored > 0 && stored < needed)
    return fmt::format(": its buffer has {} bytes, but its shape and type need {}", stored, needed);
  return std::nullopt;
}

std::optional<std::string> badTensor(const Graph& graph, const Tensor& tensor, bool isFilter, const Limits& limits,
                                     Kernels kernels) {
  if (typeName(tensor.type).empty())
    return fmt::format(" has type number {}, which is not known", static_cast<int>(tensor.type));
  if (tensor.type == Type::kString && kernels == Kernels::kOurs)
    return " holds strings, which TFLM does not support: its AllocateTensors() fails without a message; keep work on "
           "text outside the model";
  std::uint64_t elements = 0;
  if (auto wrong = badShape(tensor, limits, elements)) return wrong;
  if (auto wrong = badData(tensor, graph.bytesOf(tensor.constant).size(), elements)) return wrong;
  return badScale(tensor, isFilter);
}

// What an operator writes must not lie in the model: it is in flash on a microcontroller.
std::optional<Error> checkOutputsWritable(const Graph& graph, const Subgraph& subgraph, int subgraphIndex, int index) {
  for (const std::int32_t output : subgraph.operators[static_cast<std::size_t>(index)].outputs) {
    const auto number = static_cast<std::size_t>(output);
    if (graph.isConstant(subgraph.tensors[number]))
      return finding(fmt::format("operator {} writes to {}, which has constant data in the model", index,
                                 tensorName(subgraph.tensors[number], number)),
                     subgraphIndex, index);
  }
  return std::nullopt;
}

// A tensor is written once, and read only after that: kernels rely on a shape that does not change behind their backs.
std::optional<Error> checkOrder(const Graph& graph, const Subgraph& subgraph, int subgraphIndex) {
  constexpr std::size_t kNobody = ~std::size_t{0};
  std::vector<std::size_t> writer(subgraph.tensors.size(), kNobody);
  const auto place = [](std::int32_t tensor) { return static_cast<std::size_t>(tensor); };
  const auto isAmong = [](std::span<const std::int32_t> tensors, std::int32_t tensor) {
    return std::find(tensors.begin(), tensors.end(), tensor) != tensors.end();
  };
  // The planner takes such a tensor for one that is in use at the end only, and places others over it.
  const auto comesFromNowhere = [&](std::int32_t index) {
    const Tensor& tensor = subgraph.tensors[place(index)];
    return writer[place(index)] == kNobody && isAmong(subgraph.outputs, index) && !isAmong(subgraph.inputs, index) &&
           !tensor.isVariable && !graph.isConstant(tensor);
  };
  for (std::size_t i = 0; i < subgraph.operators.size(); ++i)
    for (const std::int32_t output : subgraph.operators[i].outputs)
      if (const std::size_t first = std::exchange(writer[place(output)], i); first != kNobody)
        return finding(fmt::format("operator {} writes to tensor {}, which operator {} writes to", i, output, first),
                       subgraphIndex, static_cast<int>(i));
  for (std::size_t i = 0; i < subgraph.operators.size(); ++i)
    for (const std::int32_t input : subgraph.operators[i].inputs) {
      if (input < 0) continue;
      if (comesFromNowhere(input))
        return finding(
            fmt::format("operator {} reads tensor {}, an output of the graph that no operator writes", i, input),
            subgraphIndex, static_cast<int>(i));
      if (const std::size_t by = writer[place(input)]; by != kNobody && by >= i)
        return finding(fmt::format("operator {} reads tensor {}, which operator {} has yet to write", i, input, by),
                       subgraphIndex, static_cast<int>(i));
    }
  return std::nullopt;
}

std::optional<Error> checkSubgraph(const Graph& graph, int index, const Limits& limits, Kernels kernels) {
  const Subgraph& subgraph = graph.subgraphs[static_cast<std::size_t>(index)];
  const std::vector<bool> filters = filtersOf(graph, subgraph);
  for (std::size_t i = 0; i < subgraph.tensors.size(); ++i)
    if (const auto bad = badTensor(graph, subgraph.tensors[i], filters[i], limits, kernels))
      return finding(tensorName(subgraph.tensors[i], i) + *bad, index);
  for (std::size_t i = 0; i < subgraph.operators.size(); ++i) {
    if (auto bad = checkOutputsWritable(graph, subgraph, index, static_cast<int>(i))) return bad;
    if (kernels == Kernels::kThirdParty) continue;
    const Operator& op = subgraph.operators[i];
    if (const auto broken = brokenRule(subgraph, op))
      return finding(fmt::format("operator {} ({}) {}", i, op.name, *broken), index, static_cast<int>(i));
  }
  return checkOrder(graph, subgraph, index);
}

bool isControlFlow(const Operator& op) {
  return op.isBuiltin("IF") || op.isBuiltin("WHILE") || op.isBuiltin("CALL_ONCE");
}

// No chain of calls is deeper than the limit (a cycle is one that never ends). `budget` bounds the operators on the way
// where calls fan out: whoever follows them has as many to look at.
std::optional<Error> checkCalls(const Graph& graph, int subgraph, int depth, int& budget) {
  const std::vector<Operator>& operators = graph.subgraphs[static_cast<std::size_t>(subgraph)].operators;
  budget -= 1 + static_cast<int>(operators.size());
  if (depth > kMaxCallDepth || budget < 0)
    return finding(
        fmt::format("subgraphs call each other endlessly, deeper than {} levels or with more than {} operators in all",
                    kMaxCallDepth, kMaxCalledOperators),
        subgraph);
  for (std::size_t i = 0; i < operators.size(); ++i) {
    if (isControlFlow(operators[i]) && operators[i].calls.empty())
      return finding(fmt::format("operator {} has no options, which name the subgraphs to run", i), subgraph,
                     static_cast<int>(i));
    for (const SubgraphId called : operators[i].calls)
      if (auto bad = checkCalls(graph, called, depth + 1, budget)) return bad;
  }
  return std::nullopt;
}

} // namespace

std::optional<Error> validate(const Graph& graph, const Limits& limits, Kernels kernels) {
  const auto subgraphs = static_cast<int>(graph.subgraphs.size());
  for (int i = 0; i < subgraphs; ++i)
    if (auto bad = checkSubgraph(graph, i, limits, kernels)) return bad;
  for (int i = 0; i < subgraphs; ++i) {
    int budget = kMaxCalledOperators;
    if (auto bad = checkCalls(graph, i, 0, budget)) return bad;
  }
  return std::nullopt;
}

} // namespace arenascope::model

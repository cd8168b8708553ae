#include "core/model/load/read_model_info.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "core/model/graph/accelerator.h"
#include "core/model/graph/graph.h"
#include "core/model/graph/macs.h"
#include "core/model/graph/views.h"
#include "core/model/validate/offline_plan_check.h"

namespace arenascope::model {

namespace {

std::vector<TensorId> tensorsIn(std::span<const std::int32_t> indices) {
  std::vector<TensorId> tensors;
  for (const std::int32_t index : indices) tensors.emplace_back(index);
  return tensors;
}

// One scale for the tensor, or the range of those of its channels.
std::string describe(const Quantization& quantization) {
  const std::span<const float> scales = quantization.scales;
  if (scales.empty()) return {};
  if (scales.size() == 1) return fmt::format("scale {:g}, zero point {}", scales[0], quantization.zeroPoint);
  const auto [least, most] = std::minmax_element(scales.begin(), scales.end());
  return fmt::format("{} scales from {:g} to {:g} along dimension {}, zero points {}", scales.size(), *least, *most,
                     quantization.dimension, quantization.zeroPointsAreZero ? "0" : "differ");
}

TensorInfo infoOf(const Graph& graph, const Tensor& tensor) {
  TensorInfo info;
  info.name = tensor.name;
  info.type = typeName(tensor.type);
  info.shape.assign(tensor.shape.begin(), tensor.shape.end());
  info.bytes = elementCount(info.shape) * elementBytes(tensor.type);
  info.constantBytes = graph.bytesOf(tensor.constant).size();
  info.quantization = describe(tensor.quantization);
  info.isVariable = tensor.isVariable;
  return info;
}

OperatorInfo infoOf(const Operator& op, const SubgraphInfo& subgraph) {
  OperatorInfo info;
  info.name = op.name.empty() && !op.isCustom ? fmt::format("operator code {}", op.code) : std::string(op.name);
  info.builtinCode = op.code;
  info.oldCode = op.oldCode;
  info.version = op.version;
  info.options = op.optionTexts;
  info.accelerated = isAccelerated(op);
  info.inputs = tensorsIn(op.inputs);
  info.outputs = tensorsIn(op.outputs);
  info.macs = countMacs(subgraph, info);
  info.calls = op.calls;
  for (const TensorId input : info.inputs)
    if (input.isThere()) info.weightBytes += subgraph.tensors[input.position()].constantBytes;
  return info;
}

SubgraphInfo infoOf(const Graph& graph, const Subgraph& subgraph) {
  SubgraphInfo info;
  info.name = subgraph.name;
  for (const Tensor& tensor : subgraph.tensors) info.tensors.push_back(infoOf(graph, tensor));
  for (const Operator& op : subgraph.operators) {
    info.operators.push_back(infoOf(op, info));
    forAcceleratorMemory(op, [&](std::size_t tensor) { info.tensors[tensor].isAcceleratorMemory = true; });
  }
  info.inputs = tensorsIn(subgraph.inputs);
  info.outputs = tensorsIn(subgraph.outputs);
  return info;
}

std::uint64_t countWeights(const Graph& graph) {
  std::set<std::int32_t> seen;
  std::uint64_t bytes = 0;
  for (const Subgraph& subgraph : graph.subgraphs)
    for (const Tensor& tensor : subgraph.tensors)
      if (seen.insert(tensor.constant).second) bytes += graph.bytesOf(tensor.constant).size();
  return bytes;
}

// A handle without a container is any variable of that name.
std::int32_t countResourceVariables(const Graph& graph) {
  std::vector<VariableName> known;
  for (const Subgraph& subgraph : graph.subgraphs)
    for (const Operator& op : subgraph.operators) {
      const auto* handle = std::get_if<VariableName>(&op.options);
      if (handle == nullptr) continue;
      const bool isKnown = std::any_of(known.begin(), known.end(), [&](const VariableName& variable) {
        return variable.name == handle->name && (!handle->container || variable.container == handle->container);
      });
      if (!isKnown) known.push_back(*handle);
    }
  return static_cast<std::int32_t>(known.size());
}

// The first that one of the operators names.
std::string findAccelerator(const Graph& graph) {
  for (const Subgraph& subgraph : graph.subgraphs)
    for (const Operator& op : subgraph.operators)
      if (std::string found = acceleratorOf(graph, subgraph, op); !found.empty()) return found;
  return {};
}

// Calls end: the validator has seen to it.
void countTimes(ModelInfo& info, std::size_t subgraph, bool seesOldCodes, std::int32_t& now) {
  for (OperatorInfo& op : info.subgraphs[subgraph].operators) {
    op.time = PlannerStep(++now);
    if (op.oldCode && !seesOldCodes) continue;
    for (const SubgraphId called : op.calls) {
      ++now;
      countTimes(info, called.position(), seesOldCodes, now);
    }
  }
}

} // namespace

ModelInfo readModelInfo(const ModelFile& file) {
  const Graph& graph = file.graph();
  ModelInfo info;
  info.path = file.path();
  info.bytes = file.bytes().size();
  info.sha256 = file.sha256();
  info.version = graph.version;
  info.description = graph.description;
  for (const Subgraph& subgraph : graph.subgraphs) info.subgraphs.push_back(infoOf(graph, subgraph));
  info.weightBytes = countWeights(graph);
  info.resourceVariables = countResourceVariables(graph);
  info.accelerator = findAccelerator(graph);
  info.views = viewsOf(graph);
  info.overlap = graph.overlap;
  info.quantized = graph.quantized;
  info.architecture = graph.architecture;
  info.planOverlap = offlinePlanOverlap(graph).value_or(std::string());
  std::int32_t now = 0;
  countTimes(info, 0, true, now);
  return info;
}

void leaveOutUnseenCalls(ModelInfo& info) {
  for (SubgraphInfo& subgraph : info.subgraphs)
    for (OperatorInfo& op : subgraph.operators) op.time = PlannerStep();
  std::int32_t now = 0;
  countTimes(info, 0, false, now);
}

} // namespace arenascope::model

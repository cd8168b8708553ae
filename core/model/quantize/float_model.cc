#include "core/model/quantize/float_model.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/model/quantize/constants.h"

namespace arenascope::quantize {

namespace {

bool isQuantized(const DraftTensor& tensor) {
  return !tensor.isConstant() && !tensor.quantization.scales.empty() && !tensor.isFloat();
}

void makeFloat(DraftTensor& constant) {
  constant.data = builder::bytesOf(floatsOf(constant));
  constant.type = schema::TensorType_FLOAT32;
  constant.quantization = {};
}

// Integer weights of operators that compute in float.
void makeWeightsFloat(DraftGraph& graph) {
  for (const DraftOperator& op : graph.operators) {
    const bool isFloat = std::any_of(op.inputs.begin(), op.inputs.end(), [&](std::int32_t tensor) {
      return tensor >= 0 && graph.at(tensor).isFloat() && !graph.at(tensor).isConstant();
    });
    if (!isFloat || op.code == schema::BuiltinOperator_QUANTIZE) continue;
    for (const std::int32_t input : op.inputs)
      if (input >= 0 && graph.at(input).isConstant() && !graph.at(input).quantization.scales.empty() &&
          !graph.at(input).isFloat())
        makeFloat(graph.at(input));
  }
}

// DEQUANTIZE of a constant is a constant.
bool foldConstants(DraftGraph& graph) {
  return std::erase_if(graph.operators, [&](const DraftOperator& op) {
           if (op.code != schema::BuiltinOperator_DEQUANTIZE || !graph.at(op.inputs[0]).isConstant()) return false;
           DraftTensor& output = graph.at(op.outputs[0]);
           output.data = builder::bytesOf(floatsOf(graph.at(op.inputs[0])));
           return true;
         }) > 0;
}

template <typename Visit>
void forEachTensorOf(DraftGraph& graph, Visit visit) {
  for (DraftOperator& op : graph.operators)
    for (std::vector<std::int32_t>* list : {&op.inputs, &op.outputs, &op.intermediates}) visit(*list);
  visit(graph.inputs);
  visit(graph.outputs);
}

void dropUnused(DraftGraph& graph) {
  std::set<std::int32_t> used;
  forEachTensorOf(graph, [&](std::vector<std::int32_t>& list) { used.insert(list.begin(), list.end()); });
  std::map<std::int32_t, std::int32_t> numbers = {{-1, -1}};
  std::vector<DraftTensor> tensors;
  for (std::size_t t = 0; t < graph.tensors.size(); ++t) {
    if (!used.contains(static_cast<std::int32_t>(t))) continue;
    numbers[static_cast<std::int32_t>(t)] = static_cast<std::int32_t>(tensors.size());
    tensors.push_back(std::move(graph.tensors[t]));
  }
  graph.tensors = std::move(tensors);
  forEachTensorOf(graph, [&](std::vector<std::int32_t>& list) {
    for (std::int32_t& tensor : list) tensor = numbers.at(tensor);
  });
}

} // namespace

Result<Draft> floatModelOf(std::span<const std::uint8_t> model) {
  Draft draft = readDraft(model);
  bool hasFloat = false;
  for (DraftGraph& graph : draft.graphs) {
    if (std::any_of(graph.tensors.begin(), graph.tensors.end(), isQuantized))
      return Error{Stage::kInput, "the model is quantized already: give the float model that it was made from"};
    makeWeightsFloat(graph);
    if (foldConstants(graph)) dropUnused(graph);
    hasFloat = hasFloat || std::any_of(graph.tensors.begin(), graph.tensors.end(),
                                       [](const DraftTensor& each) { return each.isFloat() && !each.isConstant(); });
  }
  if (!hasFloat) return Error{Stage::kInput, "the model has no float tensors: there is nothing to quantize"};
  return draft;
}

} // namespace arenascope::quantize

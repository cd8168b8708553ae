#include "core/diagnosis/model_places.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/number_text.h"
#include "core/report/report.h"

namespace arenascope::diagnosis {

using model::ModelInfo;
using model::OperatorInfo;
using model::SubgraphInfo;
using model::TensorInfo;

std::string nameOf(const ModelInfo& model, const Place& place) {
  return "operator " + report::operatorPlace(SubgraphId(place.subgraph), OperatorId(place.op)) + " (" +
         operatorAt(model, place).name + ")";
}

std::string listed(const ModelInfo& model, const std::vector<Place>& places) {
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < std::min(kShownPlaces, places.size()); ++i) shown.push_back(nameOf(model, places[i]));
  return joined(shown) +
         (places.size() > kShownPlaces ? fmt::format(" and {} more", places.size() - kShownPlaces) : "");
}

const OperatorInfo& operatorAt(const ModelInfo& model, const Place& place) {
  return model.subgraphs[place.subgraph].operators[place.op];
}

const TensorInfo* tensorOf(const ModelInfo& model, const Place& place, TensorId index) {
  return index < 0 ? nullptr : &model.subgraphs[place.subgraph].tensors[static_cast<std::size_t>(index)];
}

std::vector<Place> placesNamed(const ModelInfo& model, const std::vector<std::string>& names) {
  return placesOf(model, [&](const SubgraphInfo&, const OperatorInfo& op) {
    return std::find(names.begin(), names.end(), op.name) != names.end();
  });
}

std::string tensorsOf(const ModelInfo& model, const Place& place, bool quantization) {
  const OperatorInfo& op = operatorAt(model, place);
  std::vector<std::string> texts;
  const auto add = [&](const std::string& role, TensorId index) {
    const TensorInfo* tensor = tensorOf(model, place, index);
    if (tensor == nullptr) {
      texts.push_back(role + " absent");
      return;
    }
    const std::string scales = quantization && !tensor->quantization.empty() ? " (" + tensor->quantization + ")" : "";
    texts.push_back(role + " " + tensor->type + " " + model::shapeText(tensor->shape) + scales);
  };
  for (std::size_t i = 0; i < op.inputs.size(); ++i) add("input " + std::to_string(i), op.inputs[i]);
  for (std::size_t i = 0; i < op.outputs.size(); ++i)
    add(op.outputs.size() == 1 ? "output" : "output " + std::to_string(i), op.outputs[i]);
  return joined(texts);
}

bool isHybrid(const SubgraphInfo& subgraph, const OperatorInfo& op) {
  if (op.inputs.size() < 2 || op.inputs[0] < 0 || op.inputs[1] < 0) return false;
  const TensorInfo& weights = subgraph.tensors[static_cast<std::size_t>(op.inputs[1])];
  return subgraph.tensors[static_cast<std::size_t>(op.inputs[0])].type == "float32" && weights.constantBytes > 0 &&
         op.weightBytes > 0 && (weights.type == "int8" || weights.type == "int4");
}

} // namespace arenascope::diagnosis

// Names of a model's operators and tensors in sentences.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/model/graph/model_info.h"

namespace arenascope::diagnosis {

struct Place {
  std::size_t subgraph = 0;
  std::size_t op = 0;
};

// "operator 3 (CONV_2D)", with the subgraph unless it is the main one.
std::string nameOf(const model::ModelInfo& model, const Place& place);
// The first few by name, and the number of the others.
std::string listed(const model::ModelInfo& model, const std::vector<Place>& places);
inline constexpr std::size_t kShownPlaces = 6;

const model::OperatorInfo& operatorAt(const model::ModelInfo& model, const Place& place);
// nullptr if absent.
const model::TensorInfo* tensorOf(const model::ModelInfo& model, const Place& place, TensorId index);

template <typename Wanted>
std::vector<Place> placesOf(const model::ModelInfo& model, Wanted wanted) {
  std::vector<Place> places;
  for (std::size_t s = 0; s < model.subgraphs.size(); ++s)
    for (std::size_t i = 0; i < model.subgraphs[s].operators.size(); ++i)
      if (wanted(model.subgraphs[s], model.subgraphs[s].operators[i])) places.push_back({s, i});
  return places;
}
std::vector<Place> placesNamed(const model::ModelInfo& model, const std::vector<std::string>& names);

// "input 0 int8 1x4, input 1 float32 1x4, output int8 1x4"; optionally with their quantization.
std::string tensorsOf(const model::ModelInfo& model, const Place& place, bool quantization = false);
// Float activations with integer weights.
bool isHybrid(const model::SubgraphInfo& subgraph, const model::OperatorInfo& op);

} // namespace arenascope::diagnosis

// Selected operators of a model as a separate model, to observe them without running the others.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/model/graph/model_info.h"
#include "core/model/rewrite/strips.h"

namespace arenascope::rewrite {

// The main graph with these operators only, in ascending order. Tensors that none of them writes become inputs, and all
// tensors that they write become outputs.
StripGraph onlyOperators(const model::SubgraphInfo& main, std::span<const std::int32_t> operators);

// A name for each operator of a graph from this model: equal only for the same operator with the same parameters
// and constants, whatever its tensors' shapes. operators: names of the model's own.
std::vector<std::string> namesOf(const model::Graph& model, const StripGraph& graph,
                                 const std::vector<std::string>& operators);
// The same for a subgraph of it.
std::vector<std::string> namesOf(const model::Graph& model, const StripBody& body,
                                 const std::vector<std::string>& operators);

} // namespace arenascope::rewrite

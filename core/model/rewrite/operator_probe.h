// Some operators of a model alone, to look at what they do without running the others.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/model/graph/model_info.h"
#include "core/model/rewrite/strips.h"

namespace arenascope::rewrite {

// The main graph with these operators only, in ascending order: what none of them makes comes in from outside, and all
// that they make goes out.
StripGraph onlyOperators(const model::SubgraphInfo& main, std::span<const std::int32_t> operators);

// A name for each operator of a graph made of this model: the same only for the same operator with the same parameters
// and constants, whatever the shapes of its tensors are.
std::vector<std::string> namesOf(const model::Graph& model, const StripGraph& graph);

} // namespace arenascope::rewrite

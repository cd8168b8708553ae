// Writes a graph that is computed by strips as a model.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/rewrite/strips.h"

namespace arenascope::rewrite {

// The model with this main graph. Every byte of the original follows the new ones; weights are the same bytes. Numbers
// of unused tensors are reused. An offline plan is dropped, since it is for other tensors.
std::vector<std::uint8_t> withGraph(std::span<const std::uint8_t> model, const StripGraph& graph);

// The model with this subgraph alone, as its main graph; its tensors and operators keep their numbers.
std::vector<std::uint8_t> onlySubgraph(std::span<const std::uint8_t> model, std::size_t subgraph);

} // namespace arenascope::rewrite

// What an operator finds beyond the rows of its input.
#pragma once

#include <cstdint>
#include <vector>

#include "core/model/rewrite/main_graph.h"

namespace arenascope::rewrite {

// Bytes of a type's lowest value: what lies around an image does not change the largest value in it.
std::vector<std::uint8_t> lowestOf(model::Type type);
// Bytes of a value of the input's type.
std::vector<std::uint8_t> valueBeyond(const MainGraph& graph, std::int32_t op);

} // namespace arenascope::rewrite

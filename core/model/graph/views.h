// Tensors whose bytes are those of a part of another tensor: what a SPLIT takes apart, or a CONCATENATION joins, along
// the outermost dimension. A plan may lay such a part exactly where it is in the whole; then the operator copies bytes
// onto themselves, with any kernel.
#pragma once

#include <vector>

#include "core/model/graph/graph.h"
#include "core/model/graph/view.h"

namespace arenascope::model {

// By tensor of the main graph, which is valid. Offsets are such that every part lies as aligned as the
// interpreter aligns tensors.
std::vector<View> viewsOf(const Graph& graph);

} // namespace arenascope::model

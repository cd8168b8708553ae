// Tensors whose bytes are part of another tensor: a SPLIT takes it apart, or a CONCATENATION joins it, along
// the outermost dimension. A plan may put such a part at its place in the whole; then the operator copies bytes
// onto themselves, with any kernel.
#pragma once

#include <vector>

#include "core/model/graph/graph.h"
#include "core/model/graph/view.h"

namespace arenascope::model {

// By tensor, those of all subgraphs in order; the graph must be valid. Offsets give every part the alignment of the
// interpreter's tensors.
std::vector<View> viewsOf(const Graph& graph);

} // namespace arenascope::model

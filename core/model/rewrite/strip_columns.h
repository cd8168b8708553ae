// Parts of a strip side by side: where rows are long, even few of them take much memory.
#pragma once

#include "core/model/rewrite/main_graph.h"
#include "core/model/rewrite/strips.h"

namespace arenascope::rewrite {

// Changes the subgraph of a strip so that its operators from the cut's `columnsFrom` on run once for each part. False
// if they cannot: an operator reads all columns, the output has fewer, or a part has nothing but border.
bool splitColumns(const MainGraph& graph, const StripCut& cut, StripBody& body);

} // namespace arenascope::rewrite

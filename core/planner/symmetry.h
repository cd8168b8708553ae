// Branches of a graph that are alike.
#pragma once

#include "core/planner/order_search.h"

namespace arenascope::planner {

// Where two chains of operators could change places, with their tensors, and nothing else would notice, each operator
// of the second has to wait for its like in the first from now on: to every order there is one that does so and has the
// same bytes in use at any time. Without this, a search looks at every mixture of branches that are alike.
void breakSymmetry(OrderTask& task);

} // namespace arenascope::planner

// Symmetry breaking for equal branches of a graph.
#pragma once

#include "core/planner/order_search.h"

namespace arenascope::planner {

// If two chains of operators can be swapped with their tensors without any other effect, each operator of the second
// must follow its counterpart in the first: every order has an equivalent one of this kind with the same bytes in use.
// Otherwise a search would try all interleavings of equal branches.
void breakSymmetry(OrderTask& task);

} // namespace arenascope::planner

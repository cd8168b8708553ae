// How each operator carries new shapes of its inputs to its outputs, its constants and its options.
#pragma once

#include "core/model/rewrite/resize/operator_shapes.h"

namespace arenascope::resize {

// Refused where a rule is missing, or the new shapes do not fit the operator.
Refusal carryShapes(OperatorShapes& shapes);

// The same for operators with weights and windows; absent for others.
std::optional<Refusal> carryThroughLayer(OperatorShapes& shapes);
// And for those that move elements, or take some of them.
std::optional<Refusal> carryThroughMove(OperatorShapes& shapes);

} // namespace arenascope::resize

// What every operator of a model must look like, whatever kernel runs it: how many tensors it takes and gives, of what
// types and ranks its data may be. Kernels are stricter; they say so while they prepare. Options of another operator
// are as good as none, as in the real interpreter.
#pragma once

#include <optional>
#include <string>

#include "tflite_generated.h"

namespace arenascope::model {

// What is wrong with an operator, or nothing. Its code and its tensors' indices are known to be in range; operators
// without a rule are never wrong.
std::optional<std::string> brokenRule(const schema::Model& model, const schema::SubGraph& subgraph,
                                      const schema::Operator& op);

} // namespace arenascope::model

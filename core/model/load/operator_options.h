// An operator's options as the model's file has them: strides, padding, activation and whatever else its kind knows.
#pragma once

#include <vector>

#include "core/interpreter/schema/access.h"
#include "core/model/graph/operator_option.h"

namespace arenascope::model {

// In the schema's order, with the format's default where the file leaves one out. Empty where the kind has none, or is
// one that this program does not know.
std::vector<OperatorOption> operatorOptions(const schema::Operator& op);

} // namespace arenascope::model

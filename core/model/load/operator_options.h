// An operator's options in the model's file: strides, padding, activation and others of its kind.
#pragma once

#include <vector>

#include "core/interpreter/schema/access.h"
#include "core/model/graph/operator_option.h"

namespace arenascope::model {

// In the schema's order, with the format's defaults for those that the file leaves out. Empty if the kind has none or
// is unknown to this program.
std::vector<OperatorOption> operatorOptions(const schema::Operator& op);

} // namespace arenascope::model

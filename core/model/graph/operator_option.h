// An option of an operator, for people.
#pragma once

#include <string>

namespace arenascope::model {

// As the model's file has it.
struct OperatorOption {
  std::string name;  // as in TensorFlow Lite's schema: "stride_w"
  std::string value; // "2"; "SAME"; "1x32"
};

} // namespace arenascope::model

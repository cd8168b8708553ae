// Registration of operators with TensorFlow Lite Micro.
#pragma once

#include <string>

namespace arenascope::report {

// Method of TFLM's MicroMutableOpResolver that registers an operator: "AddConv2D" for CONV_2D. Empty for custom
// operators, and for operators that TFLM lacks.
std::string resolverMethod(const std::string& operatorName);
// Whether no revision of TFLM has a kernel or resolver method for a built-in operator of TensorFlow Lite.
bool tflmLacks(const std::string& operatorName);

} // namespace arenascope::report

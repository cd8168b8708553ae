// How an operator is registered with TensorFlow Lite Micro, by its name.
#pragma once

#include <string>

namespace arenascope::report {

// The method of TensorFlow Lite Micro's MicroMutableOpResolver that registers an operator: "AddConv2D" for CONV_2D.
// Empty where it has no method: for custom operators, and for those that TFLM lacks.
std::string resolverMethod(const std::string& operatorName);
// A built-in operator of TensorFlow Lite that no revision of TFLM has a kernel for, and its resolver no method.
bool tflmLacks(const std::string& operatorName);

} // namespace arenascope::report

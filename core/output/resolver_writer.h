// Code for the application: registering just the operators that a model needs.
#pragma once

#include <string>

#include "core/report/report.h"

namespace arenascope::output {

// The method of TensorFlow Lite Micro's MicroMutableOpResolver that registers an operator: "AddConv2D" for CONV_2D.
// Empty where it has no method: for custom operators, and for those that TFLM lacks.
std::string resolverMethod(const std::string& operatorName);
// A built-in operator of TensorFlow Lite that no revision of TFLM has a kernel for, and its resolver no method.
bool tflmLacks(const std::string& operatorName);

// A C++ header with a resolver type of the right size and a function that registers the model's operators.
std::string toResolver(const report::Report& report);

} // namespace arenascope::output

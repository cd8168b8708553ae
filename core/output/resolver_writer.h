// Code for the application: registering just the operators that a model needs.
#pragma once

#include <string>

#include "core/analysis/report.h"

namespace arenascope::profile {

// The method of TensorFlow Lite Micro's MicroMutableOpResolver that registers an operator: "AddConv2D" for CONV_2D.
// Empty for a custom operator that it has no method for.
std::string resolverMethod(const std::string& operatorName);

// A C++ header with a resolver type of the right size and a function that registers the model's operators.
std::string toResolver(const Report& report);

} // namespace arenascope::profile

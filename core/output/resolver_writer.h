// Code for the application: registering just the operators that a model needs.
#pragma once

#include <string>

#include "core/report/report.h"

namespace arenascope::output {

// A C++ header with a resolver type of the right size and a function that registers the model's operators.
std::string toResolver(const report::Report& report);

} // namespace arenascope::output

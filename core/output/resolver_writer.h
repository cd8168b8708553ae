// Code for the application that registers only the operators of a model.
#pragma once

#include <string>

#include "core/report/report.h"

namespace arenascope::output {

// A C++ header with a resolver type of the right size and a function that registers the model's operators.
std::string toResolver(const report::Report& report);

} // namespace arenascope::output

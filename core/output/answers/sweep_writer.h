// A model in arenas of many sizes, as text and as JSON.
#pragma once

#include <string>

#include "core/diagnosis/sweep.h"

namespace arenascope::output {

std::string toText(const diagnosis::Sweep& sweep, bool colour);
// A document "arenascope.sweep.1".
std::string toJson(const diagnosis::Sweep& sweep);

} // namespace arenascope::output

// Published figures of real boards beside this program's, as text and as JSON.
#pragma once

#include <string>
#include <vector>

#include "core/hardware/evidence.h"

namespace arenascope::output {

// "12.30 ms", "12,345 cycles".
std::string figureText(double value, const std::string& unit);
std::string toText(const std::vector<hardware::Evidence>& evidence, bool colour);
// A document "arenascope.evidence.1".
std::string toJson(const std::vector<hardware::Evidence>& evidence);

} // namespace arenascope::output

// A comparison as text, JSON (schema "arenascope.compare.1") and CSV.
#pragma once

#include <string>

#include "core/analysis/comparison.h"

namespace arenascope::profile {

std::string toText(const Comparison& comparison, bool colour);
// Pretty-printed, with a newline at the end.
std::string toJson(const Comparison& comparison);
// A row for each operator.
std::string toCsv(const Comparison& comparison);

} // namespace arenascope::profile

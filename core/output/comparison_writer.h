// A comparison as text, JSON (schema "arenascope.compare.1") and CSV.
#pragma once

#include <string>

#include "core/report/comparison.h"

namespace arenascope::output {

std::string toText(const report::Comparison& comparison, bool colour);
// Pretty-printed, with a newline at the end.
std::string toJson(const report::Comparison& comparison);
// A row for each operator.
std::string toCsv(const report::Comparison& comparison);

} // namespace arenascope::output

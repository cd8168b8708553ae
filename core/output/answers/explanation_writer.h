// An explanation of a pasted text for a model, as text and as JSON.
#pragma once

#include <string>
#include <vector>

#include "core/diagnosis/explanation.h"

namespace arenascope::output {

// For a person, and as a document "arenascope.explain.1".
std::string toText(const diagnosis::Explanation& explanation, const std::vector<report::Report>& reports, bool colour);
std::string toJson(const diagnosis::Explanation& explanation, const std::vector<report::Report>& reports);

} // namespace arenascope::output

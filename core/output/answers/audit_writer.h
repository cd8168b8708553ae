// An audit of an added library as text, JSON and CSV.
#pragma once

#include <string>

#include "core/diagnosis/audit.h"

namespace arenascope::output {

std::string toText(const diagnosis::Audit& audit, bool colour);
// A document "arenascope.audit.1".
std::string toJson(const diagnosis::Audit& audit);
// A row for each finding.
std::string toCsv(const diagnosis::Audit& audit);

} // namespace arenascope::output

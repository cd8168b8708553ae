// Corresponding operators of several reports.
#pragma once

#include <vector>

#include "core/report/comparison.h"

namespace arenascope::report {

// Rows in the order of the first report; a new operator follows its predecessor. Every operator of every report is in
// one row.
std::vector<ComparedOperator> pairedOperators(const std::vector<Report>& reports);

} // namespace arenascope::report

// Which operators of several reports stand for each other.
#pragma once

#include <vector>

#include "core/report/comparison.h"

namespace arenascope::report {

// Rows in the order of the first report; what is new stands behind what it comes after. Every operator of every report
// is in one row.
std::vector<ComparedOperator> pairedOperators(const std::vector<Report>& reports);

} // namespace arenascope::report

// Rules for every report of any model: parts sum to the whole, and two views of one figure agree.
#pragma once

#include "core/report/report.h"

namespace arenascope::test {

// Fails the test for each rule that the report breaks.
void expectConsistent(const report::Report& report);

} // namespace arenascope::test

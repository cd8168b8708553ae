// A report compared with its limits: as a line, as Markdown and as JUnit.
#pragma once

#include <string>

#include "core/report/budget_check.h"

namespace arenascope::output {

// The comparison with the baseline in one line, if all limits are met.
std::string describeComparison(const report::BudgetVerdict& verdict, const report::Baseline& baseline);
// For a pull request: a table, the buffers of the peak, and the most expensive operators.
std::string toMarkdown(const report::Report& report, const report::BudgetVerdict& verdict);
// A test suite with a case for each limited figure, and one for the run itself.
std::string toJUnit(const report::Report& report, const report::BudgetVerdict& verdict);

} // namespace arenascope::output

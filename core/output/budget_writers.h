// A report against its limits: as a line, as Markdown and as JUnit.
#pragma once

#include <string>

#include "core/report/budget_check.h"

namespace arenascope::output {

// What was compared with the baseline, in a line, where all is well.
std::string describeComparison(const report::BudgetVerdict& verdict, const report::Baseline& baseline);
// For a pull request: a table, what makes the peak, and the dearest operators.
std::string toMarkdown(const report::Report& report, const report::BudgetVerdict& verdict);
// A test suite of one case for each limited figure, and one that the model runs at all.
std::string toJUnit(const report::Report& report, const report::BudgetVerdict& verdict);

} // namespace arenascope::output

// Budget checks for continuous integration: --max-cycles, --baseline, --threshold, --fail-on, with results as Markdown
// and JUnit.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/options/run_options.h"
#include "core/report/budget_check.h"

namespace arenascope::cli {

struct BudgetOptions {
  std::string baseline;
  std::vector<std::string> thresholds;
  bool otherModel = false;
  std::string markdown;
  std::string junit;
};

// options must outlive parsing.
void addBudgetOptions(CLI::App& command, BudgetOptions& options);

// The requested rules, including budgets of `run`; reads the baseline.
Result<report::BudgetRules> budgetCheckRules(const BudgetOptions& options, const RunOptions& run);

// Writes the requested files, reports on standard error what failed or was compared, and returns the exit status.
int applyBudgets(const BudgetOptions& options, const RunOptions& run, const report::BudgetRules& rules,
                 const report::Report& report);

} // namespace arenascope::cli

// A gate for continuous integration: --max-cycles, --baseline, --threshold, and its results as Markdown and JUnit.
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

// The options outlive the parsing.
void addBudgetOptions(CLI::App& command, BudgetOptions& options);

// The rules that were asked for, budgets of `run` among them; the baseline is read.
Result<report::BudgetRules> budgetCheckRules(const BudgetOptions& options, const RunOptions& run);

// Writes what was asked for, says on standard error what did not pass or was compared, and answers the exit status.
int applyBudgets(const BudgetOptions& options, const report::BudgetRules& rules, const report::Report& report);

} // namespace arenascope::cli

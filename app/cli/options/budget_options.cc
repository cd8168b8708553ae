#include "app/cli/options/budget_options.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "app/cli/options/exit_status.h"
#include "core/base/number_text.h"
#include "core/output/baseline_reader.h"
#include "core/output/budget_writers.h"
#include "core/report/budget_check.h"
#include "core/report/hazards.h"
#include "service/use_case/field.h"

namespace arenascope::cli {

namespace {

constexpr std::uintmax_t kMostBaseline = std::uintmax_t{1} << 30;

Result<report::Baseline> readBaselineFile(const std::string& path) {
  std::error_code code;
  if (!std::filesystem::is_regular_file(path, code))
    return Error{Stage::kBaseline, "baseline " + path + " cannot be read: " +
                                       (std::filesystem::is_directory(path, code) ? "it is a folder" : "no such file")};
  if (std::filesystem::file_size(path, code) > kMostBaseline)
    return Error{Stage::kBaseline, "baseline " + path + " is too large for a report"};
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return Error{Stage::kBaseline, "baseline " + path + " cannot be opened"};
  const std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  return output::readBaseline(text, path);
}

} // namespace

void addBudgetOptions(CLI::App& command, BudgetOptions& options) {
  CLI::Option* baseline =
      uses(command.add_option("--baseline", options.baseline,
                              "Compare with an earlier report (--json): exit status 3 when the minimum arena or the "
                              "cycles have grown, or when one of the two reports lacks them"),
           FileUse::kRead)
          ->group(service::kChecksGroup)
          ->type_name("FILE");
  std::vector<std::string> figures = report::figureKeys();
  CLI::Option* threshold = command.add_option(
      "--threshold", options.thresholds,
      "Let a figure grow by N, in its unit or in percent; FIGURE=none leaves it out. A figure that is named here, or "
      "that only one of the two reports has, fails if it cannot be compared. Figures: " +
          joined(figures));
  for (std::string& figure : figures) figure += "=";
  completes(threshold, figures)->needs(baseline)->group(service::kChecksGroup)->type_name("FIGURE=N[%]");
  command.add_flag("--other-model", options.otherModel, "Accept a baseline of a model whose file has another name")
      ->needs(baseline)
      ->group(service::kChecksGroup);
  addOutput(command, "--markdown", options.markdown, "Write the result as Markdown, for a pull request");
  addOutput(command, "--junit", options.junit, "Write the result as JUnit XML, with a test case for each limit");
}

Result<report::BudgetRules> budgetCheckRules(const BudgetOptions& options, const RunOptions& run) {
  report::BudgetRules rules{.limits = service::budgetsOf(run), .tolerances = {}, .baseline = {}};
  for (const std::string& threshold : options.thresholds)
    if (auto wrong = report::addTolerance(rules, threshold)) return *wrong;
  if (options.baseline.empty()) return rules;
  Result<report::Baseline> baseline = readBaselineFile(options.baseline);
  if (!baseline) return baseline.error();
  rules.baseline = std::move(*baseline);
  rules.otherModel = options.otherModel;
  return rules;
}

int applyBudgets(const BudgetOptions& options, const RunOptions& run, const report::BudgetRules& rules,
                 const report::Report& report) {
  const Result<report::BudgetVerdict> verdict = report::checkBudgets(report, rules);
  if (!verdict) return complain(verdict.error());
  if (auto failed = writeIfAsked(options.markdown, [&] { return output::toMarkdown(report, *verdict); }))
    return complain(*failed);
  if (auto failed = writeIfAsked(options.junit, [&] { return output::toJUnit(report, *verdict); }))
    return complain(*failed);
  for (const report::BudgetCheck& check : verdict->checks)
    if (!check.passed) complain({Stage::kBudget, check.why});
  const bool meetsHazard = run.failsOn("hazard") && !report::hazardsOf(report).empty();
  if (meetsHazard)
    for (const std::string& line : report::hazardLines(report)) complain({Stage::kBudget, "hazard: " + line});
  if (meetsHazard || !verdict->passed()) return kExitOverBudget;
  if (rules.baseline && !report.error)
    std::cerr << "arenascope: " << output::describeComparison(*verdict, *rules.baseline) << "\n";
  return kExitDone;
}

} // namespace arenascope::cli

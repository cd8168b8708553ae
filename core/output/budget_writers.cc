#include "core/output/budget_writers.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/base/number_text.h"
#include "core/base/text_format.h"
#include "core/report/comparison.h"
#include "core/report/text/report_text.h"

namespace arenascope::output {

using report::BudgetCheck;
using report::BudgetVerdict;

namespace {

std::string modelFile(const report::Report& report) {
  return std::filesystem::path(report.model.path).filename().string();
}

// The operators that take most cycles; none where there are none.
std::string dearestOperators(const report::Report& report) {
  constexpr std::size_t kShown = 5;
  if (!report.cost) return {};
  std::vector<const report::OperatorReport*> operators;
  for (const report::OperatorReport& op : report.operators) operators.push_back(&op);
  std::stable_sort(operators.begin(), operators.end(),
                   [](const auto* a, const auto* b) { return a->cost.cycles > b->cost.cycles; });
  operators.resize(std::min(operators.size(), kShown));
  std::string text = "\n| operator | cycles | share | live bytes |\n| --- | ---: | ---: | ---: |\n";
  for (const report::OperatorReport* op : operators)
    text += "| " + report::operatorPlace(*op) + " " + markdownCell(op->name) + " | " + grouped(op->cost.cycles) +
            " | " + fmt::format("{:.1f} %", report.cost->percent(op->cost.cycles)) + " | " + grouped(op->liveBytes) +
            " |\n";
  return text;
}

std::string failureCase(const std::string& name, const std::string& message) {
  return "    <testcase name=\"" + xmlText(name) + "\" classname=\"arenascope\">\n      <failure message=\"" +
         xmlText(message) + "\"/>\n    </testcase>\n";
}

} // namespace

std::string describeComparison(const BudgetVerdict& verdict, const report::Baseline& baseline) {
  std::string text;
  for (const BudgetCheck& check : verdict.checks) {
    const std::string between = text.empty() ? "" : ", ";
    const bool named = std::string_view(check.figure->unit) == check.figure->name;
    if (check.before && check.value && check.limit)
      text += between + check.figure->name + " " + grouped(*check.value) +
              (named ? "" : std::string(" ") + check.figure->unit) + " (" + grouped(*check.before) + " there)";
    else if (!check.before && !check.value)
      text += between + check.figure->name + " not known in either";
  }
  return "within the limits of baseline " + printable(baseline.name) + (text.empty() ? "" : ": " + text);
}

std::string toMarkdown(const report::Report& report, const BudgetVerdict& verdict) {
  std::string text = "### " + std::string(verdict.passed() && report.ok() ? "✅ " : "❌ ") +
                     markdownCell(modelFile(report)) + "\n\n" + markdownCell(report::describeSettings(report)) + "\n\n";
  if (report.error)
    text += "**Failed** (" + std::string(stageName(report.error->stage)) + "): " + markdownCell(report.error->message) +
            "\n\n";
  if (report.arena) text += fmt::format("`kTensorArenaSize = {}`\n\n", report.arena->recommended);
  const bool before =
      std::any_of(verdict.checks.begin(), verdict.checks.end(), [](const auto& c) { return c.before.has_value(); });
  text += before ? "| figure | before | now | change | limit | |\n| --- | ---: | ---: | ---: | ---: | --- |\n"
                 : "| figure | now | limit | |\n| --- | ---: | ---: | --- |\n";
  for (const BudgetCheck& check : verdict.checks) {
    text += "| " + markdownCell(check.figure->name) +
            (std::string_view(check.figure->unit) == check.figure->name ? "" : std::string(", ") + check.figure->unit) +
            " | ";
    if (before) text += (check.before ? grouped(*check.before) : "") + " | ";
    text += (check.value ? grouped(*check.value) : "not known") + " | ";
    if (before) text += report::differenceText(check.before, check.value) + " | ";
    text += (check.limit ? grouped(*check.limit) : "") + " | " +
            (!check.passed ? "❌"
             : check.limit ? "✅"
                           : "") +
            " |\n";
  }
  for (const BudgetCheck& check : verdict.checks)
    if (!check.passed) text += "\n**" + markdownCell(check.why) + "**\n";
  if (report.arena) text += "\n" + markdownCell(report::explainMinimum(report)) + "\n";
  text += dearestOperators(report);
  if (report.cost)
    text += "\n" + markdownCell(report::describeKernels(report) + ". " + report::describeAccuracy(report)) + "\n";
  return text;
}

std::string toJUnit(const report::Report& report, const BudgetVerdict& verdict) {
  std::string cases;
  std::size_t tests = 1;
  std::size_t failures = report.error ? 1 : 0;
  cases += report.error
               ? failureCase("runs", std::string(stageName(report.error->stage)) + ": " + report.error->message)
               : "    <testcase name=\"runs\" classname=\"arenascope\"/>\n";
  for (const BudgetCheck& check : verdict.checks) {
    if (!check.limit && check.passed) continue;
    ++tests;
    if (!check.passed) ++failures;
    cases += check.passed ? "    <testcase name=\"" + xmlText(check.figure->name) + "\" classname=\"arenascope\"/>\n"
                          : failureCase(check.figure->name, check.why);
  }
  const std::string counts = fmt::format(" tests=\"{}\" failures=\"{}\"", tests, failures);
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + counts + ">\n  <testsuite name=\"" +
         xmlText(modelFile(report) + " on " + report::describeSettings(report)) + "\"" + counts + ">\n" + cases +
         "  </testsuite>\n</testsuites>\n";
}

} // namespace arenascope::output

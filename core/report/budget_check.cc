#include "core/report/budget_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/base/number_text.h"
#include "core/base/written_numbers.h"
#include "core/report/comparison.h"

namespace arenascope::report {

namespace {

std::uint64_t allowed(std::uint64_t before, const Tolerance& tolerance) {
  constexpr double kMost = 1e18; // also for differences: sums stay below 2^64
  const double percent = std::min(static_cast<double>(before) * tolerance.percent / 100, kMost);
  return std::min(before, static_cast<std::uint64_t>(kMost)) +
         std::min(tolerance.absolute, static_cast<std::uint64_t>(kMost)) + static_cast<std::uint64_t>(percent);
}

// Compares a figure with the baseline. It fails if it was asked for and only one side has it.
void compareWithBaseline(BudgetCheck& check, const BudgetRules& rules, const Report& report) {
  const FigureKind& figure = *check.figure;
  const auto named = rules.tolerances.find(figure.key);
  const bool asked = named != rules.tolerances.end();
  if (asked ? named->second.ignored : !figure.mayNotGrow) return;
  if (check.value && check.before) {
    check.limit = allowed(*check.before, asked ? named->second : Tolerance());
    if (*check.value > *check.limit)
      check.why = fmt::format("{} grew from {} to {} {}; at most {} are allowed", figure.name, grouped(*check.before),
                              grouped(*check.value), figure.unit, grouped(*check.limit));
    return;
  }
  if (report.error || (!asked && !check.value && !check.before))
    return; // neither side has it, and it was not asked for
  const std::string here = fmt::format("this run on {} does not give the figure", report.target);
  const std::string there = "baseline " + printable(rules.baseline->name) + " does not have it";
  check.why = fmt::format("{} cannot be compared: {}; leave it out with --threshold {}=none", figure.name,
                          check.value    ? there
                          : check.before ? here
                                         : here + ", and " + there,
                          figure.key);
}

BudgetCheck checkOf(const FigureKind& figure, const Report& report, const BudgetRules& rules) {
  BudgetCheck check{.figure = &figure, .value = figure.read(report), .before = {}, .limit = {}, .why = {}};
  if (rules.baseline) {
    if (const auto found = rules.baseline->figures.find(figure.key); found != rules.baseline->figures.end())
      check.before = found->second;
    compareWithBaseline(check, rules, report);
  }
  const auto budget = rules.limits.find(figure.key);
  if (budget != rules.limits.end() && check.value) {
    if (*check.value > budget->second)
      check.why =
          fmt::format("over budget: {} {} {}, the budget is {}",
                      figure.id == FigureId::kCycles ? "an inference takes" : "the " + std::string(figure.name) + " is",
                      grouped(*check.value), figure.unit, grouped(budget->second));
    check.limit = std::min(check.limit.value_or(budget->second), budget->second);
  }
  check.passed = check.why.empty();
  return check;
}

// The file's name; for a model in a firmware image without its address, which changes with each build.
std::string modelFileName(const std::string& path) {
  const std::string name = std::filesystem::path(path).filename().string();
  return name.substr(0, name.find(" (model at 0x"));
}

std::optional<Error> unlike(const Baseline& baseline, const Report& report, bool otherModel) {
  const auto wrong = [](const std::string& there, const std::string& here, const std::string& advice) {
    return Error{Stage::kUsage, "the baseline is of " + printable(there) + ", the report of " + here +
                                    ": compare reports of the same kind" + advice};
  };
  if (baseline.target != report.target || baseline.kernels != report.kernels)
    return wrong(baseline.target + " with " + baseline.kernels + " kernels",
                 report.target + " with " + report.kernels + " kernels", "");
  if (baseline.tflm != report.tflm) return wrong("TFLM " + baseline.tflm, "TFLM " + report.tflm, "");
  const std::string name = modelFileName(report.model.path);
  if (!otherModel && modelFileName(baseline.model) != name && baseline.sha256 != report.model.sha256)
    return wrong(modelFileName(baseline.model), printable(name), "; for a model with a new name, add --other-model");
  return std::nullopt;
}

} // namespace

std::vector<std::string> figureKeys() {
  std::vector<std::string> keys;
  for (const FigureId id : limitedFigures()) keys.emplace_back(figureKind(id).key);
  return keys;
}

std::optional<Error> addTolerance(BudgetRules& rules, const std::string& text) {
  const Error wrong{
      Stage::kUsage,
      "--threshold takes a figure and its allowed growth, such as cycles=5%, arena=1K or stack=none, not \"" + text +
          "\"; figures: " + joined(figureKeys())};
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || findFigure(text.substr(0, equals)) == nullptr) return wrong;
  const std::string amount = text.substr(equals + 1);
  Tolerance tolerance{.ignored = amount == "none"};
  if (amount.ends_with('%')) {
    constexpr double kMostPercent = 1e6;
    const auto percent = decimalNumber(std::string_view(amount).substr(0, amount.size() - 1));
    if (!percent || *percent < 0 || *percent > kMostPercent) return wrong;
    tolerance.percent = *percent;
  } else if (!tolerance.ignored) {
    const auto absolute = scaledNumber(amount);
    if (!absolute) return wrong;
    tolerance.absolute = *absolute;
  }
  rules.tolerances[text.substr(0, equals)] = tolerance;
  return std::nullopt;
}

bool BudgetVerdict::passed() const {
  return std::all_of(checks.begin(), checks.end(), [](const BudgetCheck& check) { return check.passed; });
}

Result<BudgetVerdict> checkBudgets(const Report& report, const BudgetRules& rules) {
  if (rules.baseline && !report.error)
    if (auto wrong = unlike(*rules.baseline, report, rules.otherModel)) return *wrong;
  BudgetVerdict verdict;
  for (const FigureId id : limitedFigures()) {
    const FigureKind& figure = figureKind(id);
    BudgetCheck check = checkOf(figure, report, rules);
    if (!check.value && rules.limits.contains(figure.key) && !report.error)
      return Error{Stage::kUsage, fmt::format("there is a budget for the {}, but this run on {} does not give it",
                                              figure.name, report.target)};
    if (check.value || !check.passed || (rules.baseline && figure.mayNotGrow))
      verdict.checks.push_back(std::move(check));
  }
  return verdict;
}

} // namespace arenascope::report

#include "core/output/budget_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/base/number_text.h"
#include "core/base/written_numbers.h"
#include "core/output/json_writer.h"
#include "core/report/comparison.h"

namespace arenascope::output {

using Document = nlohmann::json;

namespace {

std::optional<std::uint64_t> numberAt(const Document& json, const std::string& pointer) {
  const Document::json_pointer at(pointer);
  if (!json.contains(at) || !json.at(at).is_number_unsigned()) return std::nullopt;
  return json.at(at).get<std::uint64_t>();
}

std::string textAt(const Document& json, const char* key) {
  return json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : "";
}

std::optional<std::uint64_t> stackIn(const Document& json) {
  std::optional<std::uint64_t> most;
  for (const char* stage : {"/stack/create_bytes", "/stack/allocate_bytes", "/stack/invoke_bytes"})
    if (const auto bytes = numberAt(json, stage)) most = std::max(most.value_or(0), *bytes);
  return most;
}

Baseline baselineOf(const Document& json, const std::string& name) {
  const Document model = json.contains("model") && json["model"].is_object() ? json["model"] : Document::object();
  Baseline baseline{.name = name,
                    .model = textAt(model, "path"),
                    .sha256 = textAt(model, "sha256"),
                    .target = textAt(json, "target"),
                    .kernels = textAt(json, "kernels"),
                    .figures = {}};
  if (const std::string tflm = textAt(json, "tflm"); !tflm.empty()) baseline.tflm = tflm;
  for (const report::FigureId id : report::limitedFigures())
    if (const report::FigureKind& kind = report::figureKind(id); kind.inJson != nullptr)
      if (const auto value = numberAt(json, kind.inJson)) baseline.figures[kind.key] = *value;
  if (const auto stack = stackIn(json)) baseline.figures[report::figureKind(report::FigureId::kStack).key] = *stack;
  return baseline;
}

std::uint64_t allowed(std::uint64_t before, const Tolerance& tolerance) {
  constexpr double kMost = 1e18; // and so much as a difference: sums stay below 2^64
  const double percent = std::min(static_cast<double>(before) * tolerance.percent / 100, kMost);
  return std::min(before, static_cast<std::uint64_t>(kMost)) +
         std::min(tolerance.absolute, static_cast<std::uint64_t>(kMost)) + static_cast<std::uint64_t>(percent);
}

// The figure against the baseline. What was to be compared and is known on one side only does not pass.
void compareWithBaseline(BudgetCheck& check, const BudgetRules& rules, const report::Report& report) {
  const report::FigureKind& figure = *check.figure;
  const auto named = rules.tolerances.find(figure.key);
  const bool asked = named != rules.tolerances.end();
  if (asked ? named->second.ignored : !figure.mayNotGrow) return;
  if (check.value && check.before) {
    check.limit = allowed(*check.before, asked ? named->second : Tolerance());
    if (*check.value > *check.limit)
      check.why = fmt::format("{} grew from {} to {} {}; up to {} are allowed", figure.name, grouped(*check.before),
                              grouped(*check.value), figure.unit, grouped(*check.limit));
    return;
  }
  if (report.error || (!asked && !check.value && !check.before)) return; // neither has it, and no word of it
  const std::string here = fmt::format("this run on {} does not tell the figure", report.target);
  const std::string there = "baseline " + printable(rules.baseline->name) + " does not have it";
  check.why = fmt::format("{} cannot be compared: {}; --threshold {}=none leaves it out", figure.name,
                          check.value    ? there
                          : check.before ? here
                                         : here + ", and " + there,
                          figure.key);
}

BudgetCheck checkOf(const report::FigureKind& figure, const report::Report& report, const BudgetRules& rules) {
  BudgetCheck check{.figure = &figure, .value = figure.read(report), .before = {}, .limit = {}, .why = {}};
  if (rules.baseline) {
    if (const auto found = rules.baseline->figures.find(figure.key); found != rules.baseline->figures.end())
      check.before = found->second;
    compareWithBaseline(check, rules, report);
  }
  const auto budget = rules.limits.find(figure.key);
  if (budget != rules.limits.end() && check.value) {
    if (*check.value > budget->second)
      check.why = fmt::format("over budget: the {} is {} {}, the budget {}", figure.name, *check.value, figure.unit,
                              budget->second);
    check.limit = std::min(check.limit.value_or(budget->second), budget->second);
  }
  check.passed = check.why.empty();
  return check;
}

// The file's name; of a model in a firmware image without its address, which every build moves.
std::string modelName(const std::string& path) {
  const std::string name = std::filesystem::path(path).filename().string();
  return name.substr(0, name.find(" (model at 0x"));
}

std::optional<Error> unlike(const Baseline& baseline, const report::Report& report, bool otherModel) {
  const auto wrong = [](const std::string& there, const std::string& here, const std::string& advice) {
    return Error{Stage::kUsage, "the baseline is of " + printable(there) + ", the report of " + here +
                                    ": compare like with like" + advice};
  };
  if (baseline.target != report.target || baseline.kernels != report.kernels)
    return wrong(baseline.target + " with " + baseline.kernels + " kernels",
                 report.target + " with " + report.kernels + " kernels", "");
  if (baseline.tflm != report.tflm) return wrong("TFLM " + baseline.tflm, "TFLM " + report.tflm, "");
  const std::string name = modelName(report.model.path);
  if (!otherModel && modelName(baseline.model) != name && baseline.sha256 != report.model.sha256)
    return wrong(modelName(baseline.model), printable(name), "; a model with a new name takes --other-model");
  return std::nullopt;
}

} // namespace

std::vector<std::string> figureKeys() {
  std::vector<std::string> keys;
  for (const report::FigureId id : report::limitedFigures()) keys.emplace_back(report::figureKind(id).key);
  return keys;
}

Result<Baseline> readBaseline(std::string_view text, const std::string& name) {
  const auto wrong = [&](const std::string& what) { return Error{Stage::kBaseline, "baseline " + name + " " + what}; };
  const Document json = Document::parse(text, nullptr, false);
  if (json.is_discarded()) return wrong("is not JSON; it takes a report as `arenascope profile --json` writes it");
  const std::string schema = json.is_object() ? textAt(json, "schema") : "";
  if (schema.empty()) return wrong("is no report of ArenaScope: it has no \"schema\"");
  if (schema != kProfileSchema)
    return wrong("is of the kind or version " + printable(schema) + ", this program reads " + kProfileSchema +
                 ": write it again");
  if (textAt(json, "status") != "ok") return wrong("is a report that failed: write one of a model that runs");
  Baseline baseline = baselineOf(json, name);
  if (baseline.figures.empty()) return wrong("has no figures");
  return baseline;
}

std::optional<Error> addTolerance(BudgetRules& rules, const std::string& text) {
  const Error wrong{Stage::kUsage,
                    "--threshold takes a figure and how much it may grow, for example cycles=5%, arena=1K or "
                    "stack=none, not \"" +
                        text + "\"; figures: " + joined(figureKeys())};
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || report::findFigure(text.substr(0, equals)) == nullptr) return wrong;
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

Result<BudgetVerdict> checkBudgets(const report::Report& report, const BudgetRules& rules) {
  if (rules.baseline && !report.error)
    if (auto wrong = unlike(*rules.baseline, report, rules.otherModel)) return *wrong;
  BudgetVerdict gate;
  for (const report::FigureId id : report::limitedFigures()) {
    const report::FigureKind& figure = report::figureKind(id);
    BudgetCheck check = checkOf(figure, report, rules);
    if (!check.value && rules.limits.contains(figure.key) && !report.error)
      return Error{Stage::kUsage, fmt::format("a budget for the {} was given, this run on {} does not tell it",
                                              figure.name, report.target)};
    if (check.value || !check.passed || (rules.baseline && figure.mayNotGrow)) gate.checks.push_back(std::move(check));
  }
  return gate;
}

} // namespace arenascope::output

#include "core/output/gate.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <locale>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/analysis/comparison.h"
#include "core/base/number_text.h"
#include "core/output/json_writer.h"

namespace arenascope::profile {

using Document = nlohmann::json;

namespace {

// Of all of the text. (Not every standard library reads such numbers with from_chars().)
std::optional<double> percentOf(const std::string& text) {
  std::istringstream stream(text);
  stream.imbue(std::locale::classic());
  double number = 0;
  stream >> std::noskipws >> number;
  if (!stream || stream.peek() != std::istringstream::traits_type::eof()) return std::nullopt;
  return number;
}

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

Baseline baselineOf(const Document& json) {
  Baseline baseline{.model = json.contains("model") && json["model"].is_object() ? textAt(json["model"], "path") : "",
                    .target = textAt(json, "target"),
                    .kernels = textAt(json, "kernels"),
                    .figures = {}};
  if (const std::string tflm = textAt(json, "tflm"); !tflm.empty()) baseline.tflm = tflm;
  for (const FigureId id : limitedFigures())
    if (const FigureKind& kind = figureKind(id); kind.inJson != nullptr)
      if (const auto value = numberAt(json, kind.inJson)) baseline.figures[kind.key] = *value;
  if (const auto stack = stackIn(json)) baseline.figures[figureKind(FigureId::kStack).key] = *stack;
  return baseline;
}

std::uint64_t allowed(std::uint64_t before, const Tolerance& tolerance) {
  return before + tolerance.absolute +
         static_cast<std::uint64_t>(static_cast<double>(before) * tolerance.percent / 100);
}

GateCheck checkOf(const FigureKind& figure, std::uint64_t value, const GateRules& rules) {
  GateCheck check{.figure = &figure, .value = value, .before = {}, .limit = {}, .why = {}};
  if (rules.baseline)
    if (const auto found = rules.baseline->figures.find(figure.key); found != rules.baseline->figures.end())
      check.before = found->second;
  const auto tolerance = rules.tolerances.find(figure.key);
  const bool gated = tolerance == rules.tolerances.end() ? figure.mayNotGrow : !tolerance->second.ignored;
  if (check.before && gated)
    check.limit = allowed(*check.before, tolerance == rules.tolerances.end() ? Tolerance() : tolerance->second);
  const bool grown = check.limit && value > *check.limit;
  if (grown)
    check.why = std::string(figure.name) + " grew from " + grouped(*check.before) + " to " + grouped(value) + " " +
                figure.unit + "; up to " + grouped(*check.limit) + " are allowed";
  const auto budget = rules.limits.find(figure.key);
  if (budget != rules.limits.end()) {
    if (value > budget->second)
      check.why =
          fmt::format("over budget: the {} is {} {}, the budget {}", figure.name, value, figure.unit, budget->second);
    check.limit = std::min(check.limit.value_or(budget->second), budget->second);
  }
  check.passed = check.why.empty();
  return check;
}

} // namespace

std::vector<std::string> figureKeys() {
  std::vector<std::string> keys;
  for (const FigureId id : limitedFigures()) keys.emplace_back(figureKind(id).key);
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
  Baseline baseline = baselineOf(json);
  if (baseline.figures.empty()) return wrong("has no figures");
  return baseline;
}

std::optional<Error> addTolerance(GateRules& rules, const std::string& text) {
  const Error wrong{Stage::kUsage,
                    "--threshold takes a figure and how much it may grow, for example cycles=5%, arena=1024 or "
                    "stack=none, not \"" +
                        text + "\"; figures: " + joined(figureKeys())};
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || findFigure(text.substr(0, equals)) == nullptr) return wrong;
  const std::string amount = text.substr(equals + 1);
  Tolerance tolerance{.ignored = amount == "none"};
  if (!tolerance.ignored) {
    const bool percent = amount.ends_with('%');
    constexpr double kMostPercent = 1e6;
    const std::optional<double> percentage = percent ? percentOf(amount.substr(0, amount.size() - 1)) : 0.0;
    const char* end = amount.data() + amount.size();
    const auto read =
        percent ? std::from_chars_result{end, {}} : std::from_chars(amount.data(), end, tolerance.absolute);
    if (!percentage || *percentage < 0 || *percentage > kMostPercent || read.ec != std::errc() || read.ptr != end)
      return wrong;
    tolerance.percent = *percentage;
  }
  rules.tolerances[text.substr(0, equals)] = tolerance;
  return std::nullopt;
}

bool Gate::passed() const {
  return std::all_of(checks.begin(), checks.end(), [](const GateCheck& check) { return check.passed; });
}

Result<Gate> checkGate(const Report& report, const GateRules& rules) {
  if (rules.baseline && (rules.baseline->target != report.target || rules.baseline->kernels != report.kernels))
    return Error{Stage::kBaseline, "the baseline is of " + printable(rules.baseline->target) + " with " +
                                       printable(rules.baseline->kernels) + " kernels, the report of " + report.target +
                                       " with " + report.kernels + ": compare like with like"};
  if (rules.baseline && rules.baseline->tflm != report.tflm)
    return Error{Stage::kBaseline, "the baseline is of TFLM " + printable(rules.baseline->tflm) + ", the report of " +
                                       report.tflm + ": compare like with like"};
  Gate gate;
  for (const FigureId id : limitedFigures()) {
    const FigureKind& figure = figureKind(id);
    const std::optional<std::uint64_t> value = figure.read(report);
    if (value) gate.checks.push_back(checkOf(figure, *value, rules));
    if (!value && rules.limits.contains(figure.key) && !report.error)
      return Error{Stage::kUsage, fmt::format("a budget for the {} was given, target {} does not tell it", figure.name,
                                              report.target)};
  }
  return gate;
}

} // namespace arenascope::profile

#include "core/report/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/number_text.h"
#include "core/base/text_format.h"
#include "core/report/figures.h"
#include "core/report/operator_pairs.h"

namespace arenascope::report {

namespace {

using Value = std::optional<std::uint64_t>;

template <typename Field>
bool allEqual(const std::vector<Report>& reports, Field field) {
  return std::all_of(reports.begin(), reports.end(),
                     [&](const Report& report) { return field(report) == field(reports.front()); });
}

std::string modelOf(const Report& report) { return report.model.path; }
std::string targetOf(const Report& report) {
  return report.board ? report.board->title + fmt::format(" at {:g} MHz", report.board->clockMhz) : report.target;
}
std::string kernelsOf(const Report& report) { return report.kernels; }
std::string tflmOf(const Report& report) { return report.tflm; }
std::string plannerOf(const Report& report) { return plannerName(report.planner); }

// Of a report that failed early some parts are unknown.
void append(std::string& text, const std::string& part) {
  if (!part.empty()) text += (text.empty() ? "" : ", ") + part;
}

std::vector<std::string> titlesOf(const std::vector<Report>& reports) {
  const bool models = !allEqual(reports, modelOf);
  const bool targets = !allEqual(reports, targetOf);
  const bool kernels = !allEqual(reports, kernelsOf);
  const bool revisions = !allEqual(reports, tflmOf);
  const bool planners = !allEqual(reports, plannerOf);
  std::vector<std::string> titles;
  for (const Report& report : reports) {
    std::string title;
    if (models) append(title, modelName(report));
    if (targets) append(title, targetOf(report));
    if (kernels) append(title, report.kernels);
    if (revisions) append(title, "TFLM " + report.tflm);
    if (planners) append(title, plannerOf(report) + " planner");
    titles.push_back(title.empty() ? std::to_string(titles.size() + 1) : title);
  }
  return titles;
}

std::vector<ComparedFigure> comparedFigures(const std::vector<Report>& reports) {
  std::vector<ComparedFigure> figures;
  for (const FigureKind& kind : figureKinds()) {
    if (kind.id == FigureId::kWeights) continue; // depends on the model only
    ComparedFigure& figure = figures.emplace_back(ComparedFigure{kind.name, kind.unit, kind.help, {}});
    for (const Report& report : reports) figure.values.push_back(kind.read(report));
  }
  return figures;
}

bool sameOutputs(const OperatorReport& a, const OperatorReport& b) {
  return std::equal(a.outputs.begin(), a.outputs.end(), b.outputs.begin(), b.outputs.end(),
                    [](const run::TensorBytes& x, const run::TensorBytes& y) { return x.hash == y.hash; });
}

void compareOutputs(Comparison& comparison) {
  const auto complete = [](const Report& report) { return report.ok() && report.invoked; };
  if (!comparison.sameModel() || !std::all_of(comparison.reports.begin(), comparison.reports.end(), complete)) return;
  comparison.outputsIdentical = allEqual(comparison.reports, [](const Report& report) {
    std::vector<std::vector<std::uint8_t>> bytes;
    for (const IoReport& output : report.outputs) bytes.push_back(output.bytes);
    return bytes;
  });
  for (std::size_t row = 0; row < comparison.operators.size() && comparison.firstDifference < 0; ++row)
    for (std::size_t r = 1; r < comparison.reports.size(); ++r) {
      const OperatorReport* first = comparison.firstOf(comparison.operators[row], 0);
      const OperatorReport* other = comparison.firstOf(comparison.operators[row], r);
      if (first != nullptr && other != nullptr && !sameOutputs(*first, *other))
        comparison.firstDifference = static_cast<int>(row);
    }
}

double percentOf(std::uint64_t base, std::uint64_t other) {
  return 100.0 * (static_cast<double>(other) - static_cast<double>(base)) / static_cast<double>(base);
}

std::string percentText(std::uint64_t base, std::uint64_t other) {
  const double percent = percentOf(base, other);
  const double size = std::abs(percent);
  return signedPercent(percent, size >= 1000.0 ? 0 : size < 0.1 ? 2 : 1);
}

} // namespace

const OperatorReport* Comparison::firstOf(const ComparedOperator& row, std::size_t report) const {
  const std::vector<int>& parts = row.parts[report];
  return parts.empty() ? nullptr : &reports[report].operators[static_cast<std::size_t>(parts.front())];
}

namespace {

const std::vector<SubgraphId>& callsOf(const Report& report, const OperatorReport& op) {
  static const std::vector<SubgraphId> none;
  const auto& subgraphs = report.model.subgraphs;
  if (op.subgraph.position() >= subgraphs.size()) return none; // a firmware image's, of which the model is not known
  const auto& operators = subgraphs[op.subgraph.position()].operators;
  const auto index = static_cast<std::size_t>(op.index);
  return index < operators.size() ? operators[index].calls : none;
}

// What the called subgraphs have of an operator's number: operators that call the same one share that.
std::uint64_t calledOf(const OperatorColumn& column, const Report& report, const OperatorReport& op) {
  std::uint64_t all = 0;
  for (const SubgraphId called : std::set<SubgraphId>(callsOf(report, op).begin(), callsOf(report, op).end())) {
    std::uint64_t inside = 0;
    std::uint64_t callers = 0;
    std::uint64_t before = 0;
    for (const OperatorReport& each : report.operators) {
      if (each.subgraph == called) inside += wholeOf(column, report, each).value_or(0);
      const auto& calls = callsOf(report, each);
      if (std::find(calls.begin(), calls.end(), called) == calls.end()) continue;
      if (&each < &op) ++before;
      ++callers;
    }
    all += inside / callers + (before < inside % callers ? 1 : 0);
  }
  return all;
}

} // namespace

Value Comparison::number(const ComparedOperator& row, std::size_t report, const OperatorColumn& column) const {
  Value all;
  for (const int part : row.parts[report]) {
    const OperatorReport& op = reports[report].operators[static_cast<std::size_t>(part)];
    Value one = wholeOf(column, reports[report], op);
    if (one && column.withCalls) one = *one - std::min(*one, calledOf(column, reports[report], op));
    if (one) all = !all ? *one : column.adds ? *all + *one : std::max(*all, *one);
  }
  return all;
}

std::string Comparison::placeOf(const ComparedOperator& row) const {
  for (std::size_t r = 0; r < reports.size(); ++r)
    if (const OperatorReport* first = firstOf(row, r)) return operatorPlace(*first);
  return {};
}

std::string Comparison::changeOf(const ComparedOperator& row, std::size_t report) const {
  const std::size_t before = row.parts.front().size();
  const std::size_t now = row.parts[report].size();
  if (before == 0) return now == 0 ? "" : now == 1 ? "new" : fmt::format("new, {} times", now);
  if (now == 0) return "gone";
  return now == before ? ""
         : before == 1 ? fmt::format("in {} parts", now)
                       : fmt::format("{} parts, before {}", now, before);
}

bool Comparison::sameModel() const {
  return allEqual(reports, [](const Report& report) { return report.model.sha256; });
}

std::string Comparison::common() const {
  std::string text;
  if (allEqual(reports, modelOf)) append(text, modelName(reports.front()));
  if (allEqual(reports, targetOf)) append(text, targetOf(reports.front()));
  if (allEqual(reports, kernelsOf) && !reports.front().kernels.empty())
    append(text, reports.front().kernels + " kernels");
  if (allEqual(reports, tflmOf) && reports.front().tflm != kCurrentTflm) append(text, "TFLM " + reports.front().tflm);
  return text;
}

Comparison compareReports(std::vector<Report> reports) {
  Comparison comparison;
  comparison.titles = titlesOf(reports);
  comparison.figures = comparedFigures(reports);
  comparison.operators = pairedOperators(reports);
  comparison.reports = std::move(reports);
  compareOutputs(comparison);
  return comparison;
}

std::string differenceText(const Value& base, const Value& other) {
  if (!base || !other || *base == *other) return {};
  const std::string number = (*other > *base ? "+" : "-") + grouped(*other > *base ? *other - *base : *base - *other);
  return *base == 0 ? number : number + " (" + percentText(*base, *other) + ")";
}

std::string differenceText(const Value& base, const Value& other, const std::string& change) {
  std::string text = differenceText(base, other);
  if (!change.empty()) append(text, change);
  return text;
}

std::string shortDifferenceText(const Value& base, const Value& other) {
  const bool large = base && other && *base != 0 && std::abs(percentOf(*base, *other)) >= 1.0;
  return large ? percentText(*base, *other) : differenceText(base, other);
}

} // namespace arenascope::report

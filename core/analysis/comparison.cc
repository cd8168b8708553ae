#include "core/analysis/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/analysis/figures.h"
#include "core/base/number_text.h"
#include "core/base/text_format.h"

namespace arenascope::profile {

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

void append(std::string& text, const std::string& part) { text += (text.empty() ? "" : ", ") + part; }

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
    if (kind.id == FigureId::kWeights) continue; // the model's own
    ComparedFigure& figure = figures.emplace_back(ComparedFigure{kind.name, kind.unit, kind.help, {}});
    for (const Report& report : reports) figure.values.push_back(kind.read(report));
  }
  return figures;
}

std::vector<std::string> namesOf(const Report& report) {
  std::vector<std::string> names;
  for (const OperatorReport& op : report.operators) names.push_back(op.name);
  return names;
}

// Pairs of positions: the longest common subsequence, with what belongs to one side only in between.
std::vector<std::pair<int, int>> align(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  const std::size_t width = b.size() + 1;
  std::vector<int> longest((a.size() + 1) * width, 0);
  for (std::size_t i = a.size(); i-- > 0;)
    for (std::size_t j = b.size(); j-- > 0;)
      longest[i * width + j] = a[i] == b[j] ? longest[(i + 1) * width + j + 1] + 1
                                            : std::max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
  std::vector<std::pair<int, int>> pairs;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() || j < b.size()) {
    if (i < a.size() && j < b.size() && a[i] == b[j])
      pairs.emplace_back(static_cast<int>(i++), static_cast<int>(j++));
    else if (j == b.size() || (i < a.size() && longest[(i + 1) * width + j] >= longest[i * width + j + 1]))
      pairs.emplace_back(static_cast<int>(i++), -1);
    else
      pairs.emplace_back(-1, static_cast<int>(j++));
  }
  return pairs;
}

// Models beyond this are compared operator by operator from the start only: aligning takes the product of the lengths.
constexpr std::size_t kMaxAligned = 4000;

std::vector<std::pair<int, int>> alignOperators(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  if (a != b && a.size() <= kMaxAligned && b.size() <= kMaxAligned) return align(a, b);
  std::vector<std::pair<int, int>> pairs;
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i)
    pairs.emplace_back(i < a.size() ? static_cast<int>(i) : -1, i < b.size() ? static_cast<int>(i) : -1);
  return pairs;
}

// Each report is aligned with the rows that those before it make.
std::vector<ComparedOperator> operatorsOf(const std::vector<Report>& reports) {
  std::vector<ComparedOperator> rows;
  std::vector<std::string> names;
  for (std::size_t r = 0; r < reports.size(); ++r) {
    const std::vector<std::string> own = namesOf(reports[r]);
    std::vector<ComparedOperator> merged;
    std::vector<std::string> mergedNames;
    for (const auto& [row, position] : alignOperators(names, own)) {
      merged.push_back(row < 0 ? ComparedOperator(reports.size(), -1) : rows[static_cast<std::size_t>(row)]);
      merged.back()[r] = position;
      mergedNames.push_back(row < 0 ? own[static_cast<std::size_t>(position)] : names[static_cast<std::size_t>(row)]);
    }
    rows = std::move(merged);
    names = std::move(mergedNames);
  }
  return rows;
}

bool sameOutputs(const OperatorReport& a, const OperatorReport& b) {
  return std::equal(a.outputs.begin(), a.outputs.end(), b.outputs.begin(), b.outputs.end(),
                    [](const TensorBytes& x, const TensorBytes& y) { return x.hash == y.hash; });
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
      const OperatorReport* first = comparison.at(comparison.operators[row], 0);
      const OperatorReport* other = comparison.at(comparison.operators[row], r);
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
  return fmt::format("{:+.{}f} %", percent, size >= 1000.0 ? 0 : size < 0.1 ? 2 : 1);
}

} // namespace

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
  comparison.operators = operatorsOf(reports);
  comparison.reports = std::move(reports);
  compareOutputs(comparison);
  return comparison;
}

std::string differenceText(const Value& base, const Value& other) {
  if (!base || !other || *base == *other) return {};
  const std::string number = (*other > *base ? "+" : "-") + grouped(*other > *base ? *other - *base : *base - *other);
  return *base == 0 ? number : number + " (" + percentText(*base, *other) + ")";
}

std::string shortDifferenceText(const Value& base, const Value& other) {
  const bool large = base && other && *base != 0 && std::abs(percentOf(*base, *other)) >= 1.0;
  return large ? percentText(*base, *other) : differenceText(base, other);
}

} // namespace arenascope::profile

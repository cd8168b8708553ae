#include "core/output/comparison_writer.h"

#include <fmt/format.h>

#include "core/base/number_text.h"
#include "core/base/text_format.h"
#include "core/output/json_parts.h"
#include "core/report/operator_columns.h"
#include "core/report/text/report_text.h"

namespace arenascope::output {

namespace {

constexpr std::size_t kTitleWidth = 28;
constexpr int kNameWidth = 22;

std::string valueText(const std::optional<std::uint64_t>& value) { return value ? grouped(*value) : "-"; }

bool known(const report::ComparedFigure& figure) {
  for (const auto& value : figure.values)
    if (value) return true;
  return false;
}

// The values, each of the others with its difference to the first, and what else became of it where that is known.
std::string figureRow(const report::ComparedFigure& figure, const Style& style,
                      const std::vector<std::string>& changes = {}) {
  std::string text = fmt::format("  {:{}} {:>16}", figure.name, kNameWidth, valueText(figure.values[0]));
  for (std::size_t i = 1; i < figure.values.size(); ++i)
    text += fmt::format(
        " {:>16} {}{:24}{}", valueText(figure.values[i]), style.weak,
        report::differenceText(figure.values[0], figure.values[i], i < changes.size() ? changes[i] : ""), style.end);
  // No blanks after the last word.
  return text.erase(text.find_last_not_of(' ') + 1) + "\n";
}

std::string headings(const report::Comparison& comparison, const Style& style) {
  std::string text = fmt::format("{}  {:{}}", style.strong, "", kNameWidth);
  for (std::size_t i = 0; i < comparison.titles.size(); ++i)
    text += fmt::format(" {:>16}", shortened(comparison.titles[i], 16)) + (i == 0 ? "" : std::string(25, ' '));
  return text + style.end + "\n";
}

std::string operatorRows(const report::Comparison& comparison, bool cycles, const Style& style) {
  const report::OperatorColumn& column = report::operatorColumn(cycles ? "cycles" : "live_bytes");
  std::string text = fmt::format("\n{}  op   {:{}}{}\n", style.weak, column.title, kNameWidth, style.end);
  for (const report::ComparedOperator& row : comparison.operators) {
    report::ComparedFigure figure{comparison.placeOf(row) + "  " + shortened(row.name, kNameWidth - 5), "", "", {}};
    std::vector<std::string> changes;
    for (std::size_t r = 0; r < comparison.reports.size(); ++r) {
      figure.values.push_back(comparison.number(row, r, column));
      changes.push_back(comparison.changeOf(row, r));
    }
    text += figureRow(figure, style, changes);
  }
  return text;
}

std::string outputsText(const report::Comparison& comparison, const Style& style) {
  if (!comparison.outputsIdentical) return {};
  if (*comparison.outputsIdentical) return "\n  The outputs are identical, byte for byte.\n";
  std::string text = fmt::format("\n  {}The outputs differ.{}", style.bad, style.end);
  if (comparison.firstDifference < 0) return text + "\n";
  const report::ComparedOperator& row = comparison.operators[static_cast<std::size_t>(comparison.firstDifference)];
  return text + fmt::format(" The first operator with other results: {} ({}).\n", comparison.placeOf(row),
                            printable(row.name));
}

Json reportJson(const report::Report& report, const std::string& title) {
  Json json = {{"title", title},
               {"status", report.ok() ? "ok" : "failed"},
               {"model", modelJson(report.model)},
               {"target", report.target},
               {"kernels", report.kernels}};
  if (report.tflm != report::kCurrentTflm) json["tflm"] = report.tflm;
  if (report.error) json["error"] = errorJson(report);
  if (report.arena) json["arena"] = arenaJson(*report.arena);
  if (report.cost) {
    json["cycles"] = costJson(report.cost->total.cycles, report.cost->kernels.cycles);
    json["accuracy"] = accuracyJson(report);
    if (!report.otherLevel.empty()) json["notes"] = {report.otherLevel};
    json["instructions"] = costJson(report.cost->total.instructions, report.cost->kernels.instructions);
  }
  if (report.flash)
    json["flash"] = {{"operators_bytes", report.flash->needed}, {"interpreter_bytes", report.flash->interpreter}};
  return json;
}

Json operatorJson(const report::Comparison& comparison, const report::ComparedOperator& row) {
  Json columns = Json::array();
  for (std::size_t r = 0; r < comparison.reports.size(); ++r) {
    const report::OperatorReport* first = comparison.firstOf(row, r);
    if (first == nullptr) {
      columns.push_back(nullptr);
      continue;
    }
    Json json = {{"subgraph", first->subgraph}, {"index", first->index}};
    for (const report::OperatorColumn* column : columnsOf(&report::ColumnRanks::comparedJson))
      if (const auto number = comparison.number(row, r, *column)) json[column->name] = *number;
    if (row.parts[r].size() > 1) json["operators"] = row.parts[r].size();
    if (const std::string change = comparison.changeOf(row, r); !change.empty()) json["change"] = change;
    columns.push_back(std::move(json));
  }
  return {{"name", row.name}, {"reports", std::move(columns)}};
}

} // namespace

std::string toText(const report::Comparison& comparison, bool colour) {
  const Style style = terminalStyle(colour);
  std::string text = fmt::format("{}{}{}\n\n", style.strong, printable(comparison.common()), style.end);
  bool cycles = false;
  for (std::size_t r = 0; r < comparison.reports.size(); ++r) {
    const report::Report& report = comparison.reports[r];
    cycles = cycles || report.cost.has_value();
    if (report.error)
      text += fmt::format("  {}{} failed ({}): {}{}\n\n", style.bad, shortened(comparison.titles[r], kTitleWidth),
                          stageName(report.error->stage), printable(report.error->message), style.end);
  }
  text += headings(comparison, style);
  for (const report::ComparedFigure& figure : comparison.figures)
    if (known(figure)) text += figureRow(figure, style);
  text += outputsText(comparison, style);
  if (!comparison.operators.empty()) text += operatorRows(comparison, cycles, style);
  return text + footnotes(report::describeAccuracies(comparison.reports), style);
}

std::string toJson(const report::Comparison& comparison) {
  Json json = {{"schema", "arenascope.compare.1"}};
  json["reports"] = Json::array();
  for (std::size_t r = 0; r < comparison.reports.size(); ++r)
    json["reports"].push_back(reportJson(comparison.reports[r], comparison.titles[r]));
  json["outputs_identical"] = comparison.outputsIdentical ? Json(*comparison.outputsIdentical) : Json();
  json["ops"] = Json::array();
  for (const report::ComparedOperator& row : comparison.operators) json["ops"].push_back(operatorJson(comparison, row));
  return dumped(json);
}

std::string toCsv(const report::Comparison& comparison) {
  const std::vector<const report::OperatorColumn*> columns = columnsOf(&report::ColumnRanks::comparedCsv);
  std::string text = "name";
  for (const std::string& title : comparison.titles) {
    text += "," + csvField(title + " index");
    for (const report::OperatorColumn* column : columns) text += "," + csvField(title + " " + column->name);
    text += "," + csvField(title + " change");
  }
  text += "\n";
  for (const report::ComparedOperator& row : comparison.operators) {
    text += csvField(row.name);
    for (std::size_t r = 0; r < comparison.reports.size(); ++r) {
      const report::OperatorReport* first = comparison.firstOf(row, r);
      text += first == nullptr ? "," : "," + report::operatorPlace(*first);
      for (const report::OperatorColumn* column : columns)
        text += "," + report::digits(comparison.number(row, r, *column));
      text += "," + csvField(comparison.changeOf(row, r));
    }
    text += "\n";
  }
  return text;
}

} // namespace arenascope::output

#include "core/output/comparison_writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/number_text.h"
#include "core/base/text_format.h"
#include "core/output/json_parts.h"
#include "core/output/ram_writer.h"
#include "core/report/operator_columns.h"
#include "core/report/text/report_text.h"

namespace arenascope::output {

namespace {

constexpr std::size_t kTitleWidth = 28;
constexpr int kNameWidth = 22;
constexpr std::size_t kValueWidth = 23; // of its heading, too

std::string valueText(const std::optional<std::uint64_t>& value) { return value ? grouped(*value) : "-"; }

bool known(const report::ComparedFigure& figure) {
  for (const auto& value : figure.values)
    if (value) return true;
  return false;
}

// The first value and another's with its difference, and what else became of that where it is known.
std::string comparedFigureRow(const report::ComparedFigure& figure, std::size_t other, const Style& style,
                              const std::string& change = "") {
  std::string text = fmt::format("  {:{}} {:>{}}", figure.name, kNameWidth, valueText(figure.values[0]), kValueWidth);
  if (other > 0)
    text += fmt::format(" {:>{}} {}{}{}", valueText(figure.values[other]), kValueWidth, style.weak,
                        report::differenceText(figure.values[0], figure.values[other], change), style.end);
  // No blanks after the last word.
  return text.erase(text.find_last_not_of(' ') + 1) + "\n";
}

std::string headings(const report::Comparison& comparison, std::size_t other, const Style& style) {
  const auto heading = [&](std::size_t report) {
    return fmt::format(" {:>{}}", shortened(comparison.titles[report], kValueWidth), kValueWidth);
  };
  return fmt::format("{}  {:{}}{}{}{}\n", style.strong, "", kNameWidth, heading(0), other > 0 ? heading(other) : "",
                     style.end);
}

std::string figureRows(const report::Comparison& comparison, std::size_t other, const Style& style) {
  std::string text = headings(comparison, other, style);
  for (const report::ComparedFigure& figure : comparison.figures)
    if (known(figure)) text += comparedFigureRow(figure, other, style);
  return text;
}

std::string operatorRows(const report::Comparison& comparison, std::size_t other, bool cycles, const Style& style) {
  const report::OperatorColumn& column = report::operatorColumn(cycles ? "cycles" : "live_bytes");
  std::string text = comparison.reports.size() > 2 ? headings(comparison, other, style) : "";
  text += fmt::format("{}  op   {}{}\n", style.weak, column.title, style.end);
  for (const report::ComparedOperator& row : comparison.operators) {
    report::ComparedFigure figure{comparison.placeOf(row) + "  " + shortened(row.name, kNameWidth - 5), "", "", {}};
    for (std::size_t r = 0; r < comparison.reports.size(); ++r)
      figure.values.push_back(comparison.number(row, r, column));
    text += comparedFigureRow(figure, other, style, comparison.changeOf(row, other));
  }
  return text;
}

// The first report beside each other in turn: a page has no room for a third.
template <typename MakeText>
std::string inPairs(const report::Comparison& comparison, MakeText textOf) {
  std::string text;
  const std::size_t reports = comparison.reports.size();
  for (std::size_t other = std::min<std::size_t>(1, reports - 1); other < reports; ++other)
    text += (text.empty() ? "" : "\n") + textOf(other);
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
  if (const auto band = report::ramBand(report)) json["ram"] = ramJson(*band);
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
  text += inPairs(comparison, [&](std::size_t other) { return figureRows(comparison, other, style); });
  text += ramDifferences(comparison, style);
  text += outputsText(comparison, style);
  if (!comparison.operators.empty())
    text +=
        "\n" + inPairs(comparison, [&](std::size_t other) { return operatorRows(comparison, other, cycles, style); });
  std::vector<std::string> notes;
  for (const report::Report& report : comparison.reports)
    for (std::string& note : report::previewNotes(report.model))
      if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(std::move(note));
  return text + footnotes(notes, style) + footnotes(report::describeAccuracies(comparison.reports), style);
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

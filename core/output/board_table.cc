#include "core/output/board_table.h"

#include <fmt/format.h>

#include "core/base/number_text.h"
#include "core/base/text_format.h"
#include "core/output/json_parts.h"
#include "core/report/hazards.h"
#include "core/report/text/report_text.h"

namespace arenascope::output {

namespace {

std::string rowText(const report::Report& report, const std::string& usual, const Style& style) {
  const hardware::Board& board = *report.board;
  std::string text = fmt::format("  {:22} {:14} {:6g}", board.name, board.core, board.clockMhz);
  const std::optional<report::BoardFit> fit = report::fitOn(board, report);
  if (report.error || !fit)
    return text + fmt::format("  {}failed: {}{}\n", style.bad,
                              report.error ? printable(report.error->message) : "no sizes", style.end);
  const std::string with = report.kernels == usual ? "" : ", with " + report.kernels;
  text += fmt::format("  {}{}{}{}\n", fit->fits() ? "" : style.bad, describe(*fit), with, style.end);
  for (const std::string& line : report::hazardLines(report))
    text += fmt::format("  {:22} {}hazard:{} {}\n", "", style.bad, style.end, printable(line));
  return text;
}

} // namespace

std::string boardsText(const std::vector<report::Report>& reports, bool colour) {
  const Style style = terminalStyle(colour);
  if (reports.empty()) return {};
  std::string text = fmt::format("{}{}{}, {} kernels\n\n", style.strong, printable(reports.front().model.path),
                                 style.end, reports.front().kernels);
  text += fmt::format("  {}{:22} {:14} {:>6}  {}{}\n", style.weak, "board", "core", "MHz",
                      "one inference; memory left after platform, model and firmware", style.end);
  for (const report::Report& report : reports) text += rowText(report, reports.front().kernels, style);
  return text + footnotes(report::previewNotes(reports.front().model), style) +
         footnotes(report::describeAccuracies(reports), style);
}

std::string boardsText(const std::vector<hardware::Board>& boards, bool colour) {
  const Style style = terminalStyle(colour);
  std::string text = fmt::format("  {}{:22} {:14} {:>6} {:>10} {:>10}  {}{}\n", style.weak, "board", "core", "MHz",
                                 "RAM", "flash", "", style.end);
  for (const hardware::Board& board : boards)
    text += fmt::format("  {:22} {:14} {:6g} {:>10} {:>10}  {}\n", board.name, board.core, board.clockMhz,
                        humanBytes(board.ramBytes()), humanBytes(board.flashBytes), printable(board.title));
  return text;
}

std::string boardsCsv(const std::vector<report::Report>& reports) {
  std::string text = "board,core,clock_mhz,cycles,milliseconds,frames_per_second,arena_bytes,ram_left_bytes,"
                     "flash_needed_bytes,flash_left_bytes,fits\n";
  for (const report::Report& report : reports) {
    const std::optional<report::BoardFit> fit = report::fitOn(*report.board, report);
    text += csvField(report.board->name) + "," + report.board->core + "," +
            fmt::format("{:g}", report.board->clockMhz) + ",";
    if (report.cost) text += std::to_string(report.cost->total.cycles);
    if (fit && fit->milliseconds)
      text += fmt::format(",{:.6g},{:.6g}", *fit->milliseconds, fit->framesPerSecond());
    else
      text += ",,";
    if (fit)
      text += fmt::format(",{},{},{},{},{}", fit->arena, fit->ramLeft, fit->flashNeeded, fit->flashLeft,
                          fit->fits() ? "yes" : "no");
    else
      text += ",,,,,";
    text += "\n";
  }
  return text;
}

std::string boardsJson(const std::vector<report::Report>& reports) {
  Json rows = Json::array();
  for (const report::Report& report : reports) {
    Json row = boardJson(*report.board, report::fitOn(*report.board, report));
    if (report.kernels != reports.front().kernels) row["kernels"] = report.kernels;
    row["status"] = report.ok() ? "ok" : "failed";
    if (report.error) row["error"] = errorJson(report);
    row["hazards"] = hazardsJson(report::hazardsOf(report));
    if (report.cost) {
      row["cycles"] = report.cost->total.cycles;
      row["accuracy"] = accuracyJson(report);
      if (!report.otherLevel.empty()) row["notes"] = {report.otherLevel};
    }
    rows.push_back(std::move(row));
  }
  Json json = {{"schema", "arenascope.boards.1"}};
  if (!reports.empty()) {
    json["model"] = modelJson(reports.front().model);
    json["kernels"] = reports.front().kernels;
  }
  json["boards"] = std::move(rows);
  return dumped(json);
}

} // namespace arenascope::output

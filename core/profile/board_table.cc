#include "core/profile/board_table.h"

#include "core/profile/json_parts.h"
#include "core/profile/number_text.h"
#include "core/profile/text_format.h"

namespace arenascope::profile {

namespace {

std::string rowText(const Report& report, const Style& style) {
  const Board& board = *report.board;
  std::string text = format("  %-22s %-14s %6g", board.name.c_str(), board.core.c_str(), board.clockMhz);
  const std::optional<BoardFit> fit = fitOn(board, report);
  if (report.error || !fit)
    return text + format("  %sfailed: %s%s\n", style.bad,
                         report.error ? printable(report.error->message).c_str() : "no sizes", style.end);
  return text + format("  %s%s%s\n", fit->fits() ? "" : style.bad, describe(*fit).c_str(), style.end);
}

} // namespace

std::string boardsText(const std::vector<Report>& reports, bool colour) {
  const Style style = terminalStyle(colour);
  if (reports.empty()) return {};
  std::string text = format("%s%s%s, %s kernels\n\n", style.strong, printable(reports.front().model.path).c_str(),
                            style.end, reports.front().kernels.c_str());
  text += format("  %s%-22s %-14s %6s  %s%s\n", style.weak, "board", "core", "MHz",
                 "one inference; what is left behind platform, model and firmware", style.end);
  for (const Report& report : reports) text += rowText(report, style);
  return text + footnotes(describeAccuracies(reports), style);
}

std::string boardsText(const std::vector<Board>& boards, bool colour) {
  const Style style = terminalStyle(colour);
  std::string text = format("  %s%-22s %-14s %6s %10s %10s  %s%s\n", style.weak, "board", "core", "MHz", "RAM", "flash",
                            "", style.end);
  for (const Board& board : boards)
    text += format("  %-22s %-14s %6g %10s %10s  %s\n", board.name.c_str(), board.core.c_str(), board.clockMhz,
                   humanBytes(board.ramBytes()).c_str(), humanBytes(board.flashBytes).c_str(),
                   printable(board.title).c_str());
  return text;
}

std::string boardsCsv(const std::vector<Report>& reports) {
  std::string text = "board,core,clock_mhz,cycles,milliseconds,frames_per_second,arena_bytes,ram_left_bytes,"
                     "flash_needed_bytes,flash_left_bytes,fits\n";
  for (const Report& report : reports) {
    const std::optional<BoardFit> fit = fitOn(*report.board, report);
    text += csvField(report.board->name) + "," + report.board->core + "," + format("%g", report.board->clockMhz) + ",";
    if (report.cost) text += std::to_string(report.cost->total.cycles);
    if (fit && fit->milliseconds)
      text += format(",%.6g,%.6g", *fit->milliseconds, fit->framesPerSecond());
    else
      text += ",,";
    if (fit)
      text += "," + std::to_string(fit->arena) + "," + std::to_string(fit->ramLeft) + "," +
              std::to_string(fit->flashNeeded) + "," + std::to_string(fit->flashLeft) + "," +
              (fit->fits() ? "yes" : "no");
    else
      text += ",,,,,";
    text += "\n";
  }
  return text;
}

std::string boardsJson(const std::vector<Report>& reports) {
  Json rows = Json::array();
  for (const Report& report : reports) {
    Json row = boardJson(*report.board, fitOn(*report.board, report));
    row["status"] = report.ok() ? "ok" : "failed";
    if (report.error) row["error"] = errorJson(report);
    if (report.cost) {
      row["cycles"] = report.cost->total.cycles;
      row["accuracy"] = accuracyJson(report);
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

} // namespace arenascope::profile

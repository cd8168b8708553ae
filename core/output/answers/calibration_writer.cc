#include "core/output/answers/calibration_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "core/base/text_format.h"
#include "core/output/json_parts.h"

namespace arenascope::output {

namespace {

using calibration::Attempt;
using calibration::CalibratedRow;
using calibration::Calibration;

constexpr std::size_t kShownAttempts = 8;
constexpr double kAgrees = 0.15; // of the measured time, that ours may be off by
constexpr double kFarOff = 2.0;  // times; no memory and no kernel set of this program explains more

std::string cyclesText(double cycles) { return grouped(static_cast<std::uint64_t>(std::max(0.0, cycles))); }

std::string timesText(double factor) {
  return fmt::format("{} times", factor < 10.0 ? fmt::format("{:.1f}", factor) : cyclesText(std::round(factor)));
}

// In percent up to ten times more or less; beyond, a factor says more.
std::string offByText(double ours, double measured) {
  constexpr double kMostFactor = 10.0;
  if (ours <= 0.0 || measured <= 0.0) return signedPercent(-100.0, 0);
  const double factor = std::max(ours / measured, measured / ours);
  return factor > kMostFactor ? timesText(factor) : signedPercent(100.0 * (ours / measured - 1.0), 0);
}

// The same of an error that is a factor's distance from 1, in percent.
std::string errorText(double percent) {
  constexpr double kMostPercent = 900.0;
  return percent > kMostPercent ? timesText(percent / 100.0 + 1.0) : fmt::format("{:.1f} %", percent);
}

std::string rowText(const CalibratedRow& row, const report::Report& report) {
  const std::string place = row.op < 0 ? "" : report::operatorPlace(report.operators[static_cast<std::size_t>(row.op)]);
  return fmt::format("  {:>4}  {:24} {:>16} {:>16} {:>10}\n", place, row.name, cyclesText(row.measured),
                     cyclesText(row.ours), offByText(row.ours, row.measured));
}

Json rowsJson(const std::vector<CalibratedRow>& rows) {
  Json json = Json::array();
  for (const CalibratedRow& row : rows) {
    Json line = {
        {"name", row.name}, {"measured_cycles", row.measured}, {"cycles", row.ours}, {"error_percent", row.error()}};
    if (row.op >= 0) line["index"] = row.op;
    json.push_back(std::move(line));
  }
  return json;
}

std::string attemptsTextWith(const Calibration& calibration, const Style& style) {
  // One time has some clock that explains it, whatever the trial.
  const auto withAnyClock = [&](const std::string& text) {
    return calibration.isOneTime() ? std::string() : fmt::format(" {:>15}", text);
  };
  std::string text =
      fmt::format("  {}{:44} {:>13}{}{}\n", style.weak, "trial", "off by", withAnyClock("with any clock"), style.end);
  for (std::size_t i = 0; i < std::min(kShownAttempts, calibration.attempts.size()); ++i) {
    const Attempt& each = calibration.attempts[i];
    const bool asFile = each.what == calibration.asFile;
    text += fmt::format("  {}{:44} {:>13}{}{}\n", asFile ? style.strong : "", each.what, errorText(each.error),
                        withAnyClock(errorText(each.scaled.error)), asFile ? style.end : "");
  }
  return text;
}

bool isFarOff(double errorPercent) { return errorPercent > 100.0 * (kFarOff - 1.0); }

// What a device is usually slower or faster by than its processor has to be.
std::string slownessText(const Calibration& calibration) {
  constexpr double kOtherUnit = 300.0; // times; less cannot be microseconds taken for milliseconds
  const double factor = calibration.measuredCycles() / calibration.ourCycles();
  if (factor < 1.0)
    return fmt::format("The device is {} as fast as here: its time leaves out part of Invoke(), it runs another model "
                       "or a faster clock, or the log has another unit.",
                       timesText(1.0 / factor));
  std::string text = fmt::format("The device takes {} as long as here. The usual causes: a build without optimization "
                                 "(-O0, \"debug\"), reference kernels, weights in slow flash without its cache, or a "
                                 "measured time that includes more than Invoke() (printing, sensors, other tasks).",
                                 timesText(factor));
  for (const Attempt& each : calibration.attempts)
    if (each.what.starts_with("reference") && static_cast<double>(each.cycles) > kFarOff * calibration.ourCycles())
      text += fmt::format(" Reference kernels alone take {}.",
                          timesText(static_cast<double>(each.cycles) / calibration.ourCycles()));
  if (factor > kOtherUnit) text += " Check the unit: in microseconds it would be a thousandth.";
  return text;
}

// A single time says how much slower a device is, and no trial says why: another clock would explain any of them.
std::string conclusionOfOneTime(const Calibration& calibration) {
  if (!calibration.knowsTime)
    return "The log has one number, in ticks of an unnamed clock, which cannot be compared. Give the times of several "
           "operators (MicroProfiler), or milliseconds.";
  constexpr const char* kMore =
      " One time does not separate the causes: give the times of each operator (MicroProfiler).";
  const double ours = calibration.ourCycles() / calibration.measuredCycles();
  if (std::abs(ours - 1.0) <= kAgrees)
    return fmt::format("The device's time and this program's agree: {}.", signedPercent(100.0 * (ours - 1.0), 0));
  const Attempt& best = calibration.attempts.front();
  if (isFarOff(best.error)) return slownessText(calibration) + kMore;
  if (best.what == calibration.asFile)
    return fmt::format("Ours is off by {}, and no trial comes closer.", signedPercent(100.0 * (ours - 1.0), 0)) + kMore;
  return fmt::format("The closest trial: {} ({:.1f} % off).", best.what, best.error) + kMore;
}

} // namespace

std::string conclusionOf(const Calibration& calibration) {
  if (calibration.isOneTime()) return conclusionOfOneTime(calibration);
  const Attempt& best = calibration.attempts.front();
  if (calibration.knowsTime && isFarOff(calibration.fitted ? errorOf(calibration.fittedRows) : best.error))
    return "No trial explains the log. " + slownessText(calibration);
  std::string text = best.what == calibration.asFile ? "No trial explains the log better than the board's file."
                                                     : fmt::format("The best explanation: {}.", best.what);
  if (calibration.fitted)
    text += fmt::format(" With the memory timing fitted: {:.1f} % off ({}).", errorOf(calibration.fittedRows),
                        calibration.fittedKernels);
  return text;
}

std::string attemptsText(const Calibration& calibration) { return attemptsTextWith(calibration, terminalStyle(false)); }

std::string toText(const Calibration& calibration, bool colour) {
  const Style style = terminalStyle(colour);
  const report::Report& report = calibration.report;
  std::string text = fmt::format(
      "{}{}{} on {}, {} kernels, against {}{}\n\n", style.strong, report::modelName(report), style.end,
      report.board->title, report.kernels, calibration.log,
      calibration.inferences > 1 ? fmt::format(" (the median of {} inferences)", calibration.inferences) : "");
  text += fmt::format("  {}{:>4}  {:24} {:>16} {:>16} {:>10}{}\n", style.weak, "", "operator", "measured cycles",
                      "ours", "off by", style.end);
  for (const CalibratedRow& row : calibration.rows) text += rowText(row, report);
  text += fmt::format("  {:>4}  {}{:24} {:>16} {:>16} {:>10}{}\n", "", style.strong, "all",
                      cyclesText(calibration.measuredCycles()), cyclesText(calibration.ourCycles()),
                      offByText(calibration.ourCycles(), calibration.measuredCycles()), style.end);
  if (!calibration.knowsTime)
    text += std::string("  ") + style.weak +
            "The log does not name the clock of its ticks: they are scaled so that the sums are equal." + style.end +
            "\n";
  if (calibration.arenaUsed && report.arena)
    text += fmt::format("\n  The device printed {} bytes of arena used; this program computes {}: {}\n",
                        grouped(*calibration.arenaUsed), grouped(report.arena->used),
                        *calibration.arenaUsed == report.arena->used
                            ? "equal"
                            : "it has another interpreter (--tflm, or `arenascope kernels add`)");
  text += "\n" + attemptsTextWith(calibration, style);
  return text + "\n  " + conclusionOf(calibration) + "\n";
}

std::string toJson(const Calibration& calibration) {
  const report::Report& report = calibration.report;
  Json json = {{"schema", "arenascope.calibration.1"},
               {"model", report.model.path},
               {"board", report.board->name},
               {"kernels", report.kernels},
               {"log", calibration.log},
               {"inferences", calibration.inferences},
               {"knows_time", calibration.knowsTime},
               {"measured_cycles", calibration.measuredCycles()},
               {"cycles", calibration.ourCycles()},
               {"error_percent", errorOf(calibration.rows)},
               {"operators", rowsJson(calibration.rows)},
               {"conclusion", conclusionOf(calibration)}};
  if (calibration.arenaUsed) json["arena_used_bytes"] = *calibration.arenaUsed;
  json["tried"] = Json::array();
  for (const Attempt& each : calibration.attempts)
    json["tried"].push_back({{"what", each.what},
                             {"as_file", each.what == calibration.asFile},
                             {"cycles", each.cycles},
                             {"error_percent", each.error},
                             {"clock_factor", each.scaled.factor},
                             {"error_with_any_clock_percent", each.scaled.error}});
  if (calibration.fitted)
    json["fitted"] = {{"board", calibration.fitted->name},
                      {"kernels", calibration.fittedKernels},
                      {"error_percent", errorOf(calibration.fittedRows)},
                      {"operators", rowsJson(calibration.fittedRows)}};
  return dumped(json);
}

} // namespace arenascope::output

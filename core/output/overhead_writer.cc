#include "core/output/overhead_writer.h"

#include <fmt/format.h>

#include "core/base/number_text.h"
#include "core/base/text_format.h"
#include "core/output/json_parts.h"
#include "core/report/function_name.h"
#include "core/report/text/report_text.h"

namespace arenascope::output {

namespace {

std::string overheadRow(const report::Report& report, const Style& style) {
  std::string text =
      fmt::format("  {:16} {:13} {:12}", shortened(report::modelName(report), 16), report.target, report.kernels);
  if (!report.cost)
    return text + fmt::format("  {}{}{}\n", style.bad,
                              report.error ? printable(report.error->message) : "no cycles on this target", style.end);
  const report::CostSummary& cost = *report.cost;
  return text + fmt::format(" {:>11} {:>11} {:>8} {:6.2f} % {:>4} {:>6.1f}\n", grouped(cost.total.cycles),
                            grouped(cost.kernels.cycles), grouped(cost.interpreter().cycles), cost.overheadPercent(),
                            static_cast<unsigned long long>(cost.calls), cost.interpreterCyclesPerOperator());
}

// Functions of the interpreter in one inference, and what is not in these figures.
std::string partsText(const report::Report& report, const Style& style) {
  if (!report.cost) return {};
  std::string text = fmt::format("\n  {}{}, {}, outside the kernels:{}\n", style.weak,
                                 shortened(report::modelName(report), 32), report.target, style.end);
  for (const run::FunctionCost& function : report.cost->interpreterFunctions)
    text += fmt::format("  {:>14}  {}\n", grouped(function.cost.cycles), report::readableFunction(function.name));
  return text + fmt::format("  {:>14}  {}left out: the cost of observing kernel calls in our firmware{}\n",
                            grouped(report.cost->watching.cycles), style.weak, style.end);
}

} // namespace

std::string overheadText(const std::vector<report::Report>& reports, bool colour) {
  const Style style = terminalStyle(colour);
  std::string text =
      fmt::format("  {}{:16} {:13} {:12} {:>11} {:>11} {:>8} {:>8} {:>4} {:>6}{}\n", style.weak, "model", "target",
                  "kernels", "cycles", "calculation", "overhead", "share", "ops", "per op", style.end);
  for (const report::Report& report : reports) text += overheadRow(report, style);
  for (const report::Report& report : reports) text += partsText(report, style);
  return text + footnotes(report::describeAccuracies(reports), style);
}

std::string overheadJson(const std::vector<report::Report>& reports) {
  Json rows = Json::array();
  for (const report::Report& report : reports) {
    Json row = {{"model", modelJson(report.model)},
                {"target", report.target},
                {"kernels", report.kernels},
                {"status", report.ok() ? "ok" : "failed"}};
    if (report.error) row["error"] = errorJson(report);
    if (report.cost) {
      row["cycles"] = costJson(report.cost->total.cycles, report.cost->kernels.cycles);
      row["accuracy"] = accuracyJson(report);
      row["calls"] = report.cost->calls;
      row["interpreter_functions"] = functionsJson(report.cost->interpreterFunctions);
      row["watching_cycles"] = report.cost->watching.cycles;
    }
    rows.push_back(std::move(row));
  }
  return dumped({{"schema", "arenascope.overhead.1"}, {"models", std::move(rows)}});
}

} // namespace arenascope::output

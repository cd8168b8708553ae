#include "core/profile/overhead_writer.h"

#include "core/profile/function_name.h"
#include "core/profile/json_parts.h"
#include "core/profile/number_text.h"
#include "core/profile/text_format.h"

namespace arenascope::profile {

namespace {

std::string overheadRow(const Report& report, const Style& style) {
  std::string text = format("  %-32s %-14s %-10s", shortened(modelName(report), 32).c_str(), report.target.c_str(),
                            report.kernels.c_str());
  if (!report.cost)
    return text + format("  %s%s%s\n", style.bad,
                         report.error ? printable(report.error->message).c_str() : "no cycles on this target",
                         style.end);
  const CostSummary& cost = *report.cost;
  return text + format(" %14s %14s %10s %8.3f %% %6llu %8.1f\n", grouped(cost.total.cycles).c_str(),
                       grouped(cost.kernels.cycles).c_str(), grouped(cost.interpreter().cycles).c_str(),
                       cost.overheadPercent(), static_cast<unsigned long long>(cost.calls),
                       cost.interpreterCyclesPerOperator());
}

// Functions of the interpreter in one inference, and what is not in these figures.
std::string partsText(const Report& report, const Style& style) {
  if (!report.cost) return {};
  std::string text = format("\n  %s%s, %s, outside the kernels:%s\n", style.weak,
                            shortened(modelName(report), 32).c_str(), report.target.c_str(), style.end);
  for (const FunctionCost& function : report.cost->interpreterFunctions)
    text += format("  %14s  %s\n", grouped(function.cost.cycles).c_str(), readableFunction(function.name).c_str());
  return text + format("  %14s  %sleft out: what our firmware adds to watch kernels being called%s\n",
                       grouped(report.cost->watching.cycles).c_str(), style.weak, style.end);
}

} // namespace

std::string overheadText(const std::vector<Report>& reports, bool colour) {
  const Style style = terminalStyle(colour);
  std::string text =
      format("  %s%-32s %-14s %-10s %14s %14s %10s %10s %6s %8s%s\n", style.weak, "model", "target", "kernels",
             "total cycles", "calculation", "overhead", "share", "calls", "per call", style.end);
  for (const Report& report : reports) text += overheadRow(report, style);
  for (const Report& report : reports) text += partsText(report, style);
  return text + footnotes(describeAccuracies(reports), style);
}

std::string overheadJson(const std::vector<Report>& reports) {
  Json rows = Json::array();
  for (const Report& report : reports) {
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

} // namespace arenascope::profile

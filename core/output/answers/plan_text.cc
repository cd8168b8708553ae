#include "core/output/answers/plan_text.h"

#include <fmt/format.h>

#include "core/base/number_text.h"
#include "core/report/report.h"

namespace arenascope::output {

using optimization::OverlapResult;
using optimization::PlannedRun;
using optimization::PlanReport;

namespace {

std::string nameOfStep(const report::Report& report, std::int64_t step) {
  for (const report::OperatorReport& op : report.operators)
    if (op.time == step) return "operator " + report::operatorPlace(op) + " (" + op.name + ")";
  return step == 0 ? "the inputs" : "step " + std::to_string(step);
}

} // namespace

std::string describePeakBuffers(const PlannedRun& run) {
  const auto bytes = static_cast<std::uint64_t>(run.peak.bytes);
  return std::string(bytes <= run.lowerBound ? "No plan goes below "
                                             : "No plan for this order of operators goes below ") +
         grouped(bytes) + " bytes: in use together at " + nameOfStep(run.after, run.peak.time) + " are";
}

std::string describeHead(const PlannedRun& run) {
  return "Head by the interpreter's own planner " + grouped(run.greedyBytes) + ", by this plan " +
         grouped(run.bytes()) + ", lower bound " + grouped(run.lowerBound) +
         (run.provenOptimal() ? ": proven optimal." : ": not proven optimal.");
}

std::string describeOverlap(const PlanReport& report) {
  const OverlapResult& overlap = *report.overlap;
  std::string text = "Head by the interpreter's own planner " + grouped(report.greedyBytes) +
                     ", by the best plan without overlap " + grouped(overlap.apartBytes) + ", with overlap " +
                     grouped(report.bytes());
  if (overlap.pairs.empty()) return text + ": nothing lies over anything in it.";
  text += report.provenOptimal() ? ": no plan is smaller with outputs as close to inputs as was measured."
                                 : "; with outputs as close to inputs as was measured, none goes below " +
                                       grouped(report.lowerBound) + ".";
  return text;
}

std::string describeOutputs(const PlannedRun& run) {
  return run.outputsIdentical ? "Both versions were run: their outputs are identical."
                              : "The outputs of both versions were not compared: no inference ran to its end.";
}

std::string describeOrder(const PlanReport& report) {
  if (!report.triesOrders()) return "";
  if (report.operatorOrder.empty()) return "The operators stay in their order: no other one was found that needs less.";
  std::size_t operators = 0;
  std::size_t moved = 0;
  for (const std::vector<std::int32_t>& order : report.operatorOrder)
    for (std::size_t i = 0; i < order.size(); ++i) {
      ++operators;
      if (order[i] != static_cast<std::int32_t>(i)) ++moved;
    }
  return fmt::format("Reordered: {} of {} operators run at another place.", moved, operators);
}

std::string describeEnd(planner::SearchEnd end) {
  switch (end) {
  case planner::SearchEnd::kDone: return "";
  case planner::SearchEnd::kWork:
    return "Not finished: the search took as many steps as it takes without a time limit.";
  case planner::SearchEnd::kStopped: break;
  }
  return "Not finished: the search was stopped before its end, as at its time limit.";
}

std::string describeResult(const PlanReport& report) {
  const std::uint64_t now = report.before.arena->minimum;
  const std::uint64_t then = report.after.arena->minimum;
  if (then < now) {
    std::string text = "The plan saves " + grouped(now - then) + " bytes of arena";
    if (report.overlap && !report.overlap->pairs.empty()) return text + ", with outputs that lie over inputs.";
    if (report.provenOptimal())
      return text + "; no plan in " + (report.triesOrders() ? "any" : "this") + " order of operators saves more.";
    return text + "; no plan goes below a head of " + grouped(report.lowerBound) + " bytes.";
  }
  if (then > now) return "This plan needs " + grouped(then - now) + " bytes of arena more than the model as it is.";
  if (report.overlap && report.overlap->pairs.empty() && report.bytes() >= report.greedyBytes)
    return "Nothing to gain: where these kernels need most, no output may lie over enough of its input.";
  if (report.greedyBytes == report.lowerBound && report.bytes() >= report.greedyBytes)
    return "Nothing to gain: the interpreter's own planner already makes the smallest head there is" +
           std::string(report.before.arena->tail > report.greedyBytes
                           ? "; it is the tail that is large: structs, kernel data and variables."
                           : ".");
  if (report.bytes() < report.before.arena->head)
    return "The head gets smaller and the arena does not: it is fullest while operators are prepared, not while they "
           "run.";
  return "No better plan was found.";
}

} // namespace arenascope::output

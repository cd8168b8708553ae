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
         grouped(bytes) + " bytes: buffers of that size are in use together at " + nameOfStep(run.after, run.peak.time);
}

std::string describeHead(const PlannedRun& run) {
  return "Head: with the interpreter's planner " + grouped(run.greedyBytes) + ", with this plan " +
         grouped(run.bytes()) + ", lower bound " + grouped(run.lowerBound) +
         (run.provenOptimal() ? ": proven optimal." : ": not proven optimal.");
}

std::string describeOverlap(const PlanReport& report) {
  const OverlapResult& overlap = *report.overlap;
  std::string text = "Head: with the interpreter's planner " + grouped(report.greedyBytes) +
                     ", with the best plan without overlap " + grouped(overlap.apartBytes) + ", with overlap " +
                     grouped(report.bytes());
  if (overlap.pairs.empty()) return text + ": no output overlaps an input.";
  text += report.provenOptimal() ? ": no smaller plan exists with the measured distances between outputs and inputs."
                                 : "; with the measured distances between outputs and inputs, no plan goes below " +
                                       grouped(report.lowerBound) + ".";
  return text;
}

std::string describeOutputs(const PlannedRun& run) {
  return run.outputsIdentical ? "Both versions have been run: their outputs are identical."
                              : "The outputs have not been compared: no inference ran to its end.";
}

std::string describeOrder(const PlanReport& report) {
  if (!report.triesOrders()) return "";
  if (report.operatorOrder.empty())
    return "The operators keep their order: no order with a smaller arena has been found.";
  std::size_t operators = 0;
  std::size_t moved = 0;
  for (const std::vector<std::int32_t>& order : report.operatorOrder)
    for (std::size_t i = 0; i < order.size(); ++i) {
      ++operators;
      if (order[i] != static_cast<std::int32_t>(i)) ++moved;
    }
  return fmt::format("Reordered: {} of {} operators have moved.", moved, operators);
}

std::string describeEnd(planner::SearchEnd end) {
  switch (end) {
  case planner::SearchEnd::kDone: return "";
  case planner::SearchEnd::kWork:
    return "Not finished: the search has done all the steps that it takes without a time limit.";
  case planner::SearchEnd::kStopped: break;
  }
  return "Not finished: the search was stopped early, as at its time limit.";
}

std::string describeResult(const PlanReport& report) {
  const std::uint64_t now = report.before.arena->minimum;
  const std::uint64_t then = report.after.arena->minimum;
  if (then < now) {
    std::string text = "The plan saves " + grouped(now - then) + " bytes of arena";
    if (report.overlap && !report.overlap->pairs.empty()) return text + ", with in-place outputs.";
    if (report.provenOptimal())
      return text + "; no plan in " + (report.triesOrders() ? "any" : "this") + " order of operators saves more.";
    return text + "; no plan goes below a head of " + grouped(report.lowerBound) + " bytes.";
  }
  if (then > now) return "This plan needs " + grouped(then - now) + " bytes of arena more than the unchanged model.";
  if (report.overlap && report.overlap->pairs.empty() && report.bytes() >= report.greedyBytes)
    return "Nothing to gain: at the peak, no output may overlap enough of its input with these kernels.";
  if (report.greedyBytes == report.lowerBound && report.bytes() >= report.greedyBytes)
    return "Nothing to gain: the interpreter's planner already finds the smallest possible head" +
           std::string(report.before.arena->tail > report.greedyBytes
                           ? "; the tail is the larger part: structs, kernel data and variables."
                           : ".");
  if (report.bytes() < report.before.arena->head)
    return "The head gets smaller but the arena does not: its peak is while operators are prepared, not while they "
           "run.";
  return "No better plan has been found.";
}

} // namespace arenascope::output

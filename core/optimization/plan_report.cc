#include "core/optimization/plan_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/number_text.h"
#include "core/base/text_format.h"
#include "core/optimization/plan_text.h"
#include "core/output/json_parts.h"
#include "core/report/text/report_text.h"

namespace arenascope::optimization {

using output::Json;
using report::ArenaFigures;
using report::PlannedBuffer;

namespace {

std::string nameOfStep(const report::Report& report, std::int64_t step) {
  for (const report::OperatorReport& op : report.operators)
    if (op.time == step) return "operator " + report::operatorPlace(op) + " (" + op.name + ")";
  return step == 0 ? "the inputs" : "step " + std::to_string(step);
}

std::string peakBuffersText(const PlanReport& report, const Style& style) {
  const std::vector<const PlannedBuffer*> live = peakBuffersOf(report);
  if (live.empty()) return "";
  std::string text = "\n  " + describePeakBuffers(report) + "\n";
  for (const PlannedBuffer* buffer : live)
    text += fmt::format("  {:>14} at offset {:10} {}{}{} {}{}{}\n", grouped(buffer->plannedBytes()),
                        grouped(buffer->offset), style.strong, shortened(buffer->name, 40), style.end, style.weak,
                        buffer->detail, style.end);
  return text;
}

std::string overlapText(const PlanReport& report, const Style& style) {
  std::string text = fmt::format("\n  {} of {} operators write over what they have read of an input:\n",
                                 report.overlap->pairs.size(), report.after.operators.size());
  for (const report::OverlappingPair& pair : report.overlap->pairs)
    text +=
        fmt::format("  {:>14} bytes shared at operator {} ({}) {}{} over {}{}\n", grouped(pair.sharedBytes), pair.op,
                    pair.operatorName, style.weak, shortened(pair.output, 32), shortened(pair.input, 32), style.end);
  return text;
}

std::string othersText(const PlanReport& report, const Style& style) {
  if (report.others.empty()) return "";
  std::string text = "\n" + headingRow("the same plan, minimum on", "as it is", "with the plan", style);
  for (const PlannedRun& run : report.others)
    text += figureRow(report::describeSettings(run.before).c_str(), run.before.arena->minimum, run.after.arena->minimum,
                      style);
  return text;
}

struct Splits {
  report::SplitArenas before;
  report::SplitArenas after;
};

std::optional<Splits> splitsOf(const PlannedRun& run) {
  const auto before = report::splitArenas(run.before);
  const auto after = report::splitArenas(run.after);
  return before && after ? std::optional(Splits{*before, *after}) : std::nullopt;
}

// What a run of the plan says in the JSON.
void addRun(Json& json, const PlannedRun& run) {
  json["target"] = run.before.target;
  json["kernels"] = run.before.kernels;
  json["lower_bound_bytes"] = run.lowerBound;
  json["greedy_bytes"] = run.greedyBytes;
  json["bytes"] = run.bytes();
  json["proven_optimal"] = run.provenOptimal();
  json["before"] = output::arenaJson(*run.before.arena);
  json["after"] = output::arenaJson(*run.after.arena);
  if (const auto split = splitsOf(run))
    json["split_arenas"] = {{"before", output::splitJson(split->before)}, {"after", output::splitJson(split->after)}};
  json["outputs_identical"] = run.outputsIdentical;
}

Json overlapJson(const OverlapResult& overlap) {
  Json json = {{"pairs", Json::array()}, {"distances", output::distancesJson(overlap.distances)}};
  for (const report::OverlappingPair& pair : overlap.pairs)
    json["pairs"].push_back({{"op", pair.measured.op},
                             {"name", pair.operatorName},
                             {"input", pair.measured.input},
                             {"output", pair.measured.output},
                             {"distance", pair.distance},
                             {"shared_bytes", pair.sharedBytes}});
  return json;
}

} // namespace

std::string headingRow(const char* name, const char* before, const char* after, const Style& style) {
  return fmt::format("{}  {:28} {:>14} {:>14}{}\n", style.weak, name, before, after, style.end);
}

std::string figureRow(const char* name, std::uint64_t before, std::uint64_t after, const Style& style) {
  const std::string difference = after == before  ? "same"
                                 : after < before ? "-" + grouped(before - after)
                                                  : "+" + grouped(after - before);
  return fmt::format("  {:28} {:>14} {:>14}  {}{}{}\n", name, grouped(before), grouped(after), style.weak, difference,
                     style.end);
}

std::vector<const PlannedBuffer*> peakBuffersOf(const PlannedRun& run) {
  std::vector<const PlannedBuffer*> live;
  for (const PlannedBuffer& buffer : run.after.buffers)
    if (buffer.liveAt(PlannerStep(run.peak.time))) live.push_back(&buffer);
  std::stable_sort(live.begin(), live.end(), [](const PlannedBuffer* a, const PlannedBuffer* b) {
    return a->plannedBytes() > b->plannedBytes();
  });
  return live;
}

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

std::string toText(const PlanReport& report, bool colour) {
  const Style style = terminalStyle(colour);
  const ArenaFigures& before = *report.before.arena;
  const ArenaFigures& after = *report.after.arena;
  std::string text = style.strong + printable(report.before.model.path) + style.end + "\n" + style.weak +
                     "Plan for the head of the arena on " + report::describeSettings(report.before) + ", " +
                     methodName(report.planner) + " planner" + style.end + "\n\n";
  text += "  " + describeResult(report) + "\n\n";
  text += headingRow("bytes", "as it is", "with the plan", style);
  text += figureRow("kTensorArenaSize", before.recommended, after.recommended, style);
  text += figureRow("  minimum arena", before.minimum, after.minimum, style);
  text += figureRow("  arena_used_bytes()", before.used, after.used, style);
  text += figureRow("    head", before.head, after.head, style);
  text += figureRow("    tail", before.tail, after.tail, style);
  if (const auto split = splitsOf(report)) {
    text += figureRow("two arenas: persistent", split->before.persistent, split->after.persistent, style);
    text += figureRow("  and non-persistent", split->before.nonPersistent, split->after.nonPersistent, style);
  }
  text += "\n  " + (report.overlap ? describeOverlap(report) : describeHead(report)) + "\n  " +
          describeOutputs(report) + "\n";
  if (report.triesOrders()) text += "  " + describeOrder(report) + "\n";
  text += endText(report.end);
  text += othersText(report, style);
  return text + (report.overlap && !report.overlap->pairs.empty() ? overlapText(report, style)
                                                                  : peakBuffersText(report, style));
}

std::string failedJson(const std::string& path, const Error& error, const char* schema) {
  report::Report report;
  report.model.path = path;
  report.error = error;
  return output::dumped({{"schema", schema},
                         {"status", "failed"},
                         {"error", output::errorJson(report)},
                         {"model", output::modelJson(report.model)}});
}

std::string endText(planner::SearchEnd end) {
  return end == planner::SearchEnd::kDone ? "" : "  " + describeEnd(end) + " A longer --time-limit goes on.\n";
}

void addEnd(Json& json, planner::SearchEnd end) {
  json["complete"] = end == planner::SearchEnd::kDone;
  if (end != planner::SearchEnd::kDone) json["ended_by"] = end == planner::SearchEnd::kWork ? "work" : "time_limit";
}

Json planJson(const PlanReport& report, bool timing) {
  Json json = {{"schema", kSchema}, {"status", report.after.error ? "failed" : "ok"}};
  if (report.after.error) json["error"] = output::errorJson(report.after);
  json["model"] = output::modelJson(report.before.model);
  addRun(json, report);
  json["planner"] = methodName(report.planner);
  json["order"] = orderingName(report.order);
  addEnd(json, report.end);
  if (timing) json["seconds"] = report.seconds;
  if (!report.operatorOrder.empty()) json["operator_order"] = report.operatorOrder;
  if (!report.others.empty()) json["others"] = Json::array();
  for (const PlannedRun& run : report.others) {
    addRun(json["others"].emplace_back(), run);
    if (run.after.error) json["others"].back()["error"] = output::errorJson(run.after);
  }
  // Then "bytes" is the best plan without it; the bound and all else are of the plan that was made.
  if (report.overlap) {
    json["bytes"] = report.overlap->apartBytes;
    json["overlap_bytes"] = report.bytes();
    json["overlap"] = overlapJson(*report.overlap);
  }
  json["result"] = describeResult(report);
  json["buffers"] = output::buffersJson(report.after);
  return json;
}

const char* methodName(Method method) {
  constexpr std::array kNames = {"optimal", "greedy", "linear"};
  return kNames[static_cast<std::size_t>(method)];
}

const char* orderingName(Ordering ordering) { return ordering == Ordering::kBest ? "best" : "keep"; }

std::string toJson(const PlanReport& report, bool timing) { return output::dumped(planJson(report, timing)); }

} // namespace arenascope::optimization

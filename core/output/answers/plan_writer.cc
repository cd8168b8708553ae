#include "core/output/answers/plan_writer.h"

#include <fmt/format.h>

#include "core/base/number_text.h"
#include "core/base/text_format.h"
#include "core/output/answers/plan_parts.h"
#include "core/output/answers/plan_text.h"
#include "core/report/text/report_text.h"

namespace arenascope::output {

using optimization::OverlapResult;
using optimization::PlannedRun;
using optimization::PlanReport;
using report::ArenaFigures;
using report::PlannedBuffer;

namespace {

std::string peakBuffersText(const PlanReport& report, const Style& style) {
  const std::vector<const PlannedBuffer*> live = peakBuffersOf(report);
  if (live.empty()) return "";
  std::string text = "\n  " + describePeakBuffers(report) + ":\n";
  for (const PlannedBuffer* buffer : live)
    text += fmt::format("  {:>14} at offset {:10} {}{}{} {}{}{}\n", grouped(buffer->plannedBytes()),
                        grouped(buffer->offset), style.strong, shortened(buffer->name, 40), style.end, style.weak,
                        buffer->detail, style.end);
  return text;
}

std::string overlapText(const PlanReport& report, const Style& style) {
  std::string text = fmt::format("\n  {} of {} operators write over input that they have already read:\n",
                                 report.overlap->pairs.size(), report.after.operators.size());
  for (const report::OverlappingPair& pair : report.overlap->pairs)
    text +=
        fmt::format("  {:>14} bytes shared at operator {} ({}) {}{} over {}{}\n", grouped(pair.sharedBytes), pair.op,
                    pair.operatorName, style.weak, shortened(pair.output, 32), shortened(pair.input, 32), style.end);
  return text;
}

std::string othersText(const PlanReport& report, const Style& style) {
  if (report.others.empty()) return "";
  std::string text = "\n" + headingRow("same plan, minimum on", "unchanged", "with the plan", style);
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
  json["before"] = arenaJson(*run.before.arena);
  json["after"] = arenaJson(*run.after.arena);
  if (const auto split = splitsOf(run))
    json["split_arenas"] = {{"before", splitJson(split->before)}, {"after", splitJson(split->after)}};
  json["outputs_identical"] = run.outputsIdentical;
}

Json overlapJson(const OverlapResult& overlap) {
  Json json = {{"pairs", Json::array()}, {"distances", distancesJson(overlap.distances)}};
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

std::string endText(planner::SearchEnd end) {
  return end == planner::SearchEnd::kDone ? ""
                                          : "  " + describeEnd(end) + " A longer --time-limit continues the search.\n";
}

void addEnd(Json& json, planner::SearchEnd end) {
  json["complete"] = end == planner::SearchEnd::kDone;
  if (end != planner::SearchEnd::kDone) json["ended_by"] = end == planner::SearchEnd::kWork ? "work" : "time_limit";
}

Json planJson(const PlanReport& report, bool timing) {
  Json json = {{"schema", kPlanSchema}, {"status", report.after.error ? "failed" : "ok"}};
  if (report.after.error) json["error"] = errorJson(report.after);
  json["model"] = modelJson(report.before.model);
  addRun(json, report);
  json["planner"] = methodName(report.planner);
  json["order"] = orderingName(report.order);
  addEnd(json, report.end);
  if (timing) json["seconds"] = report.seconds;
  if (!report.operatorOrder.empty()) json["operator_order"] = report.operatorOrder;
  if (!report.others.empty()) json["others"] = Json::array();
  for (const PlannedRun& run : report.others) {
    addRun(json["others"].emplace_back(), run);
    if (run.after.error) json["others"].back()["error"] = errorJson(run.after);
  }
  // Then "bytes" is the best plan without it; the bound and all else are of the plan that was made.
  if (report.overlap) {
    json["bytes"] = report.overlap->apartBytes;
    json["overlap_bytes"] = report.bytes();
    json["overlap"] = overlapJson(*report.overlap);
  }
  json["result"] = describeResult(report);
  json["buffers"] = buffersJson(report.after);
  return json;
}

std::string toText(const PlanReport& report, bool colour) {
  const Style style = terminalStyle(colour);
  const ArenaFigures& before = *report.before.arena;
  const ArenaFigures& after = *report.after.arena;
  std::string text = style.strong + printable(report.before.model.path) + style.end + "\n" + style.weak +
                     "Plan for the arena's head on " + report::describeSettings(report.before) + ", " +
                     methodName(report.planner) + " planner" + style.end + "\n\n";
  text += "  " + describeResult(report) + "\n\n";
  text += headingRow("bytes", "unchanged", "with the plan", style);
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
  text += footnotes(report::previewNotes(report.before.model), style);
  return text + (report.overlap && !report.overlap->pairs.empty() ? overlapText(report, style)
                                                                  : peakBuffersText(report, style));
}

std::string toJson(const PlanReport& report, bool timing) { return dumped(planJson(report, timing)); }

} // namespace arenascope::output

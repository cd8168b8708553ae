#include "core/output/answers/shrink_writer.h"

#include <fmt/format.h>

#include "core/base/counted.h"
#include "core/base/number_text.h"
#include "core/base/text_format.h"
#include "core/output/answers/plan_parts.h"
#include "core/output/answers/price_text.h"
#include "core/report/text/report_text.h"

namespace arenascope::output {

using optimization::Price;
using optimization::ShrinkPoint;
using optimization::ShrinkReport;

namespace {

std::string meansText(const ShrinkPoint& point) {
  const std::vector<std::string> names = namesOf(point.means);
  return names.empty() ? "the unchanged model" : joined(names);
}

const char* nameOf(rewrite::StripCut::Edges edges) {
  using Edges = rewrite::StripCut::Edges;
  return edges == Edges::kSeparate ? "separate" : edges == Edges::kTogether ? "together" : "like-all";
}

std::string sharedText(const rewrite::StripCut& cut) {
  using Edges = rewrite::StripCut::Edges;
  if (!cut.shared) return {};
  return cut.edges == Edges::kSeparate   ? " that share a subgraph"
         : cut.edges == Edges::kTogether ? " that share a subgraph, and their edges one"
                                         : " that all share a subgraph";
}

std::string passedText(const rewrite::StripCut& cut) {
  if (cut.passesFrom < 0) return {};
  return fmt::format(", from operator {} on with rows of the strip before", cut.passesFrom);
}

std::string columnsText(const rewrite::StripCut& cut) {
  if (cut.columns == 1) return {};
  return fmt::format(", from operator {} on in {} parts side by side", cut.columnsFrom, cut.columns);
}

Json pointJson(const ShrinkReport& report, const ShrinkPoint& point) {
  Json json = {{"arena_bytes", point.arenaBytes()}, {"means", namesOf(point.means)}, {"proven", point.proven}};
  addFlash(json, report.before().runs.front(), point.runs.front());
  if (const auto cycles = point.cycles()) {
    json["cycles"] = *cycles;
    json["cycles_growth_percent"] = growthOf(report, point);
  }
  Json cuts = Json::array();
  for (const rewrite::StripCut& cut : point.cuts) {
    cuts.push_back({{"first_op", cut.region.first},
                    {"last_op", cut.region.last},
                    {"strips", cut.strips},
                    {"from_end", cut.fromEnd},
                    {"shared", cut.shared},
                    {"edges", nameOf(cut.edges)},
                    {"apart", cut.apart}});
    if (cut.passesFrom >= 0) cuts.back()["passes_from"] = cut.passesFrom;
    if (cut.columns == 1) continue;
    cuts.back()["columns"] = cut.columns;
    cuts.back()["columns_from"] = cut.columnsFrom;
  }
  json["strips"] = std::move(cuts);
  if (point.means.padding) {
    json["folded_pads"] = point.folded.pads;
    json["larger_filters"] = point.folded.largerFilters;
  }
  if (!point.spill) return json;
  json["version"] = point.spill->version;
  json["sram_bytes"] = point.spill->sramBytes;
  json["psram_bytes"] = point.spill->psramBytes;
  json["spilled"] = namesOf(*point.spill);
  json["fits"] = report.memories->hold(*point.spill);
  return json;
}

Json memoriesJson(const ShrinkReport& report) {
  const hardware::Board& board = *report.before().runs.front().board;
  const optimization::Spill& chosen = *report.after().spill;
  return {{"sram", regionJson(board, report.memories->sram, chosen.sramBytes)},
          {"psram", regionJson(board, report.memories->psram, chosen.psramBytes)}};
}

// In the column of the slower RAM.
const char* partsText(const optimization::Spill& spill) {
  return spill.all() ? "all" : spill.persistent ? "persistent" : spill.nonPersistent ? "non-persistent" : "-";
}

// "55,296 bytes in DTCM and 11,104 in PSRAM (persistent) instead of 66,384 in DTCM"
std::string splitText(const ShrinkReport& report, const ShrinkPoint& point) {
  const optimization::TwoMemories& memories = *report.memories;
  std::string text = fmt::format("{} bytes in {}", grouped(point.sramBytes()), memories.sram.name);
  if (point.spill->any())
    text += fmt::format(" and {} in {} ({})", grouped(point.spill->psramBytes), memories.psram.name,
                        partsText(*point.spill));
  return text + fmt::format(" instead of {} in {}", grouped(report.before().sramBytes()), memories.sram.name);
}

std::string foldedText(const optimization::FoldedPadding& folded) {
  std::string text = fmt::format(" Convolutions add the borders of {}", counted(folded.pads, "PAD"));
  if (folded.largerFilters > 0)
    text +=
        fmt::format("; {} larger by zeros for it",
                    folded.largerFilters == 1 ? "one filter is" : fmt::format("{} filters are", folded.largerFilters));
  return text + ".";
}

std::string operatorsInStrips(std::int32_t first, std::int32_t last) {
  return first == last ? fmt::format("operator {}", first) : fmt::format("operators {} to {}", first, last);
}

} // namespace

std::string describeCuts(const std::vector<rewrite::StripCut>& cuts) {
  std::string text;
  for (const rewrite::StripCut& cut : cuts)
    text +=
        fmt::format("{}{} in {} strips{}{}{}{}{}", text.empty() ? "" : ", ",
                    operatorsInStrips(cut.region.first, cut.region.last), cut.strips, sharedText(cut), passedText(cut),
                    columnsText(cut), cut.apart ? ", not joined" : "", cut.fromEnd ? " from the end" : "");
  return text;
}

std::string describeStripLayers(const ShrinkPoint& point) {
  constexpr std::size_t kMostNamed = 6;
  std::vector<std::string> layers;
  for (const rewrite::StripCut& cut : point.cuts)
    for (std::int32_t op = cut.region.first; op <= cut.region.last; ++op) layers.push_back(std::to_string(op));
  if (layers.empty()) return {};
  const std::string folded = point.means.padding ? ", fold " + counted(point.folded.pads, "PAD") : std::string();
  if (layers.size() > kMostNamed) return fmt::format("Run {} layers in strips{}", layers.size(), folded);
  std::string text = layers.size() == 1 ? "Run layer " : "Run layers ";
  for (std::size_t i = 0; i < layers.size(); ++i)
    text += (i == 0 ? "" : i + 1 == layers.size() ? " and " : ", ") + layers[i];
  return text + " in strips" + folded;
}

std::string describeStrips(const ShrinkPoint& point) {
  std::string text;
  std::size_t layers = 0;
  for (const rewrite::StripCut& cut : point.cuts) {
    const std::int32_t first = cut.region.first;
    const std::int32_t last = cut.region.last;
    layers += static_cast<std::size_t>(last - first) + 1;
    text += fmt::format("{}{}{} in {}{}", text.empty() ? "" : ", ", first,
                        first == last ? std::string() : fmt::format("{}{}", last == first + 1 ? " and " : " to ", last),
                        cut.strips, text.empty() ? " strips" : "");
  }
  return text.empty() ? text : (layers == 1 ? "Layer " : "Layers ") + text;
}

std::string describeUnfinished(const ShrinkReport& report) {
  if (report.isComplete()) return "";
  std::string text = fmt::format("{} of {} versions have been run", report.tried, report.promising);
  if (report.unproven > 0)
    text += fmt::format("; {} of them are left out because they are not proven", report.unproven);
  return text + (report.stopped ? " before the search was stopped, as at its time limit"
                                : ", the number without a time limit: a run of this model is long");
}

std::string describeNoGain(const ShrinkReport& report) {
  using Reason = optimization::NoGain::Reason;
  if (!report.noGain) return {};
  if (report.noGain->reason == Reason::kNoChain)
    return "the model has no chain of operators whose rows can be computed one after another";
  const std::vector<model::OperatorInfo>& operators = report.before().runs.front().model.subgraphs.front().operators;
  const std::int32_t op = report.noGain->peakOperator;
  const std::string place = fmt::format("operator {} ({})", op, operators[static_cast<std::size_t>(op)].name);
  return report.noGain->reason == Reason::kOutside
             ? "most memory is in use at " + place + ", which cannot be computed in strips"
             : "what strips need, their own tables included, is as much as they save at " + place;
}

std::string describePoint(const ShrinkReport& report, std::size_t position) {
  const ShrinkPoint& before = report.before();
  const ShrinkPoint& point = report.points[position];
  if (position == 0) return fmt::format("{} bytes of arena: the unchanged model.", grouped(before.arenaBytes()));
  const Price price = priceOf(report, point);
  const std::string sizes = report.memories ? splitText(report, point)
                                            : fmt::format("{} bytes of arena instead of {}",
                                                          grouped(point.arenaBytes()), grouped(before.arenaBytes()));
  const bool isChanged = !point.spill || point.spill->version > 0;
  std::string text = fmt::format("{}, for {:+.1f} % {}{}", sizes, growthOf(report, point),
                                 point.cycles() ? "cycles" : "MACs", isChanged ? " and " + describePrice(price) : "");
  text += ": " + meansText(point);
  if (const std::string cuts = describeCuts(point.cuts); !cuts.empty()) text += " (" + cuts + ")";
  text += ".";
  if (point.means.padding) text += foldedText(point.folded);
  if (point.means.overlap) text += " Its in-place outputs are safe for these kernels only.";
  const std::string more = describeNewOperators(price);
  return more.empty() ? text : text + " " + more;
}

std::string describeCosts(const ShrinkReport& report, const ShrinkPoint& point) {
  return "Same outputs. " +
         describeCosts(growthOf(report, point), point.cycles() ? "cycles" : "MACs", priceOf(report, point)) +
         (point.means.overlap ? " For these kernels only." : "");
}

std::string describeChoice(const ShrinkReport& report) {
  const ShrinkPoint& after = report.after();
  const std::string smallest = report.memories ? "the fewest bytes in " + report.memories->sram.name + " are"
                                               : std::string("the smallest arena is");
  if (report.budget && !report.meetsBudget() && !report.isComplete())
    return fmt::format("No version that has been run meets the budget of {} bytes: {} {}.", grouped(*report.budget),
                       smallest, grouped(after.sramBytes()));
  if (report.budget && !report.meetsBudget())
    return fmt::format("The budget of {} bytes cannot be met: {} {}.", grouped(*report.budget), smallest,
                       grouped(after.sramBytes()));
  if (report.chosen == 0 && report.budget) return "The unchanged model fits.";
  if (report.chosen == 0 && report.memories && report.memories->hold(*after.spill))
    return "The unchanged model fits " + report.memories->sram.name + ".";
  if (report.chosen == 0)
    return report.isComplete() ? "Nothing smaller has been found." : "Nothing smaller has been found so far.";
  return describePoint(report, report.chosen);
}

std::string toJson(const ShrinkReport& report, bool timing) {
  Json json = {{"schema", kShrinkSchema}, {"status", "ok"}};
  const report::Report& run = report.before().runs.front();
  json["model"] = {{"path", run.model.path}, {"sha256", run.model.sha256}, {"bytes", run.model.bytes}};
  json["target"] = run.target;
  json["kernels"] = run.kernels;
  if (report.budget) {
    json["budget"] = *report.budget;
    json["budget_met"] = report.meetsBudget();
  }
  if (report.memories) json["memories"] = memoriesJson(report);
  json["points"] = Json::array();
  for (const ShrinkPoint& point : report.points) json["points"].push_back(pointJson(report, point));
  json["chosen"] = report.chosen;
  json["outputs_identical"] = report.after().proven;
  json["before"] = arenaJson(*run.arena);
  json["after"] = arenaJson(*report.after().runs.front().arena);
  if (report.bound) json["bound"] = *report.bound;
  if (report.noGain) json["no_gain"] = describeNoGain(report);
  json["tried"] = report.tried;
  json["promising"] = report.promising;
  addEnd(json, report.isComplete() ? planner::SearchEnd::kDone
               : report.stopped    ? planner::SearchEnd::kStopped
                                   : planner::SearchEnd::kWork);
  if (report.unproven > 0) json["unproven"] = report.unproven;
  if (timing) json["seconds"] = report.seconds;
  return dumped(json);
}

namespace {

std::string pointsTable(const ShrinkReport& report, const Style& style) {
  const bool cycles = report.before().cycles().has_value();
  std::string text = fmt::format("{}   {:>10} {:>11} {:>7} {:>13}  {}{}\n", style.weak, "min. arena",
                                 cycles ? "cycles" : "MACs", "growth", "more flash", "by", style.end);
  for (std::size_t i = 0; i < report.points.size(); ++i) {
    const ShrinkPoint& point = report.points[i];
    const std::string cuts = describeCuts(point.cuts);
    text +=
        fmt::format("{} {:>10} {:>11} {:>+5.1f} % {:>13}  {}{}{}\n", i == report.chosen ? " >" : "  ",
                    grouped(point.arenaBytes()), grouped(point.work()), growthOf(report, point),
                    i == 0 ? "" : flashText(priceOf(report, point)), meansText(point), cuts.empty() ? "" : ": ", cuts);
  }
  return text;
}

std::string memoriesTable(const ShrinkReport& report, const Style& style) {
  const optimization::TwoMemories& memories = *report.memories;
  std::string text =
      fmt::format("{}   {:>10} {:>10}  {:<14} {:>11} {:>8} {:>13}  {}{}\n", style.weak, memories.sram.name,
                  memories.psram.name, "in " + memories.psram.name, "cycles", "growth", "more flash", "by", style.end);
  for (std::size_t i = 0; i < report.points.size(); ++i) {
    const ShrinkPoint& point = report.points[i];
    const std::string cuts = describeCuts(point.cuts);
    const bool isChanged = point.spill->version > 0;
    text += fmt::format("{} {:>10} {:>10}  {:<14} {:>11} {:>8} {:>13}  {}{}{}\n", i == report.chosen ? " >" : "  ",
                        grouped(point.sramBytes()), grouped(point.spill->psramBytes), partsText(*point.spill),
                        grouped(point.work()), percentText(growthOf(report, point)),
                        isChanged ? flashText(priceOf(report, point)) : "", meansText(point), cuts.empty() ? "" : ": ",
                        cuts);
  }
  return text;
}

// Below the table.
std::string memoriesText(const ShrinkReport& report) {
  const optimization::TwoMemories& memories = *report.memories;
  const hardware::Board& board = *report.before().runs.front().board;
  return fmt::format(
      "  Each row is a run with the memories' wait states. {}: {} bytes free, {}. {}: {} bytes free, {}.\n"
      "  With one part in {} there are two arenas, for MicroAllocator::Create(); --header writes their sizes.\n",
      memories.sram.name, grouped(memories.sramFree),
      describeWaitStates(memories.sram, board.waitStatesOf(memories.sram)), memories.psram.name,
      grouped(memories.psramFree), describeWaitStates(memories.psram, board.waitStatesOf(memories.psram)),
      memories.psram.name);
}

} // namespace

std::string toText(const ShrinkReport& report, bool colour) {
  const Style style = terminalStyle(colour);
  const report::Report& before = report.before().runs.front();
  std::string text =
      fmt::format("{}Smaller arenas for {} on {}{}\n\n  {}{}{}\n\n", style.strong, before.model.path,
                  report::describeSettings(before), style.end, style.strong, describeChoice(report), style.end);
  text += report.memories ? memoriesTable(report, style) : pointsTable(report, style);
  if (report.chosen > 0 && !report.meetsBudget()) text += "\n  " + describePoint(report, report.chosen) + "\n";
  text += "\n  Every version has been run: its arena is proven, and its outputs equal the model's on nine inputs";
  text += before.cost
              ? ".\n"
              : "; this target has no cycles, and no in-place outputs, since the accesses of its kernels cannot be "
                "observed.\n";
  if (report.memories) text += memoriesText(report);
  if (report.bound && !report.memories)
    text +=
        fmt::format("  No strips, order or plan need less than {} bytes: the model's persistent data, and the least "
                    "that one of its operators works on.\n",
                    grouped(*report.bound));
  if (report.noGain) text += "  Nothing to gain by strips: " + describeNoGain(report) + ".\n";
  if (const std::string unfinished = describeUnfinished(report); !unfinished.empty())
    text += "  Not finished: " + unfinished + ". A longer --time-limit continues the search.\n";
  return text + footnotes(report::previewNotes(before.model), style);
}

} // namespace arenascope::output

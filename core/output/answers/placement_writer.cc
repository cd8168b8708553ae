#include "core/output/answers/placement_writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/number_text.h"
#include "core/base/text_format.h"
#include "core/output/answers/placement_lines.h"
#include "core/output/json_parts.h"
#include "core/report/board_fit.h"
#include "core/report/text/report_text.h"

namespace arenascope::output {

using optimization::PlacedItem;
using optimization::PlacedKind;
using optimization::PlacementReport;
using optimization::UsedRegion;

namespace {

constexpr std::size_t kMostStaying = 5; // named in the text

// Cycles saved; negative: lost.
std::string signedCycles(std::int64_t cycles) {
  return (cycles < 0 ? "-" : "") + grouped(static_cast<std::uint64_t>(cycles < 0 ? -cycles : cycles));
}

const char* kindName(PlacedKind kind) { return kind == PlacedKind::kCode ? "code" : "weights"; }

Json itemJson(const PlacedItem& item) {
  Json json = {{"part", kindName(item.kind)}, {"name", item.name},
               {"ops", item.operators},       {"bytes", item.bytes},
               {"wait_cycles", item.waits},   {"region", item.region.empty() ? hardware::kFlashRegion : item.region},
               {"saved_cycles", item.saved}};
  if (item.tensor >= 0) json.update({{"subgraph", item.subgraph}, {"tensor", item.tensor}});
  return json;
}

std::string itemText(const PlacedItem& item) {
  const std::string readers =
      item.kind == PlacedKind::kCode || item.operators.empty() ? "" : " of " + joined(item.operators);
  return fmt::format("  {:>8} {:>12} {:>14} {:>14}  {:12} {}\n", kindName(item.kind), grouped(item.bytes),
                     grouped(item.waits), grouped(item.saved),
                     item.region.empty() ? hardware::kFlashRegion : item.region,
                     shortened(printable(item.name) + readers, 30));
}

std::string indentedBlock(const std::string& lines) {
  std::string text;
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', begin), lines.size());
    text += "    " + lines.substr(begin, end - begin) + "\n";
    begin = end + 1;
  }
  return text;
}

// Why the sum of the parts is not the whole.
std::string describeEstimate(const PlacementReport& report) {
  const std::int64_t rest = report.saved() - report.savedByParts();
  std::string text =
      "The total was run with this placement. Cycles of a part are the waits for it when it is in flash.";
  if (rest != 0)
    text += fmt::format(" They sum to {} cycles: caches hold more of what stays once others have left.",
                        signedCycles(report.savedByParts()));
  return text + " Sizes and cycles of code are those of ArenaScope's kernels.";
}

} // namespace

std::string describePlacement(const PlacementReport& report) {
  const std::uint64_t before = report.cyclesBefore();
  const std::uint64_t after = report.cyclesAfter();
  if (report.saved() <= 0)
    return fmt::format("Nothing to gain: an inference takes {} cycles wherever weights and code lie.", grouped(before));
  return fmt::format("{} cycles instead of {} ({:+.1f} %)", grouped(after), grouped(before),
                     -100.0 * static_cast<double>(report.saved()) / static_cast<double>(before));
}

std::string toText(const PlacementReport& report, bool colour) {
  const Style style = terminalStyle(colour);
  const auto moved = static_cast<std::size_t>(std::count_if(
      report.items.begin(), report.items.end(), [](const PlacedItem& item) { return !item.region.empty(); }));
  std::string text = fmt::format("{}Placement of {} on {}{}\n\n  {}{}{}\n", style.strong,
                                 printable(report.before.model.path), report::describeSettings(report.before),
                                 style.end, style.strong, describePlacement(report), style.end);
  if (report.arenaMoves)
    text += fmt::format("  arena: {} bytes in {}, {} cycles less\n", grouped(report.after.arena->recommended),
                        report.arenaRegion, signedCycles(report.arenaSaved));
  for (const UsedRegion& used : report.regions)
    text += fmt::format("  {}{}: {} of {} free bytes used{}\n", style.weak, used.region.name, grouped(used.usedBytes),
                        grouped(used.freeBytes), style.end);
  text += fmt::format("\n{}  {:>8} {:>12} {:>14} {:>14}  {:12} {}{}\n", style.weak, "part", "bytes", "wait cycles",
                      "saved", "region", "name", style.end);
  for (std::size_t i = 0; i < std::min(report.items.size(), moved + kMostStaying); ++i)
    text += itemText(report.items[i]);
  if (report.items.size() > moved + kMostStaying)
    text += fmt::format("  {}{} more stay in flash; --json lists them{}\n", style.weak,
                        report.items.size() - moved - kMostStaying, style.end);
  text += "\n  " + describeEstimate(report) + "\n";
  if (const std::string script = linkerScript(report); !script.empty())
    text += "\n  Linker script, in SECTIONS before .text:\n" + indentedBlock(script);
  if (const std::string source = sourceLines(report); !source.empty()) text += "\n  Source:\n" + indentedBlock(source);
  return text;
}

std::string toJson(const PlacementReport& report) {
  const report::Report& run = report.before;
  Json json = {{"schema", kPlacementSchema},
               {"status", "ok"},
               {"model", {{"path", run.model.path}, {"sha256", run.model.sha256}, {"bytes", run.model.bytes}}},
               {"target", run.target},
               {"kernels", run.kernels},
               {"board", run.board->name},
               {"result", describePlacement(report)},
               {"cycles_before", report.cyclesBefore()},
               {"cycles", report.cyclesAfter()},
               {"saved_cycles", report.saved()},
               {"saved_by_parts", report.savedByParts()},
               {"arena_region", report.arenaRegion},
               {"arena_bytes", report.after.arena->recommended},
               {"arena_saved_cycles", report.arenaSaved},
               {"parts", Json::array()},
               {"regions", Json::array()}};
  if (const auto fit = report::fitOn(*run.board, report.after); fit && fit->milliseconds)
    json["milliseconds"] = *fit->milliseconds;
  for (const PlacedItem& item : report.items) json["parts"].push_back(itemJson(item));
  for (const UsedRegion& used : report.regions)
    json["regions"].push_back(
        {{"region", used.region.name}, {"free_bytes", used.freeBytes}, {"used_bytes", used.usedBytes}});
  json["linker_script"] = linkerScript(report);
  json["source"] = sourceLines(report);
  return dumped(json);
}

} // namespace arenascope::output

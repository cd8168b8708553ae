#include "core/output/answers/sweep_writer.h"

#include <fmt/format.h>

#include <map>

#include "core/base/number_text.h"
#include "core/base/text_format.h"
#include "core/output/json_parts.h"
#include "core/report/text/report_text.h"

namespace arenascope::output {

using diagnosis::ArenaFate;
using diagnosis::Sweep;
using diagnosis::SweepCell;
using report::kArenaStep;

namespace {

const char* fateName(ArenaFate fate) {
  switch (fate) {
  case ArenaFate::kWorks: return "works";
  case ArenaFate::kRefused: return "refused";
  case ArenaFate::kNullPointer: return "null_pointer";
  case ArenaFate::kOverwrites: return "overwrites";
  case ArenaFate::kOutside: break;
  }
  return "outside";
}

const char* symbol(const SweepCell& cell) {
  switch (cell.tflm.fate) {
  case ArenaFate::kWorks: return cell.invoked ? "run" : !cell.message.empty() ? "F" : "ok";
  case ArenaFate::kRefused: return "-";
  case ArenaFate::kNullPointer: return "0";
  case ArenaFate::kOverwrites: return "!";
  case ArenaFate::kOutside: break;
  }
  return "X";
}

std::string gridText(const Sweep& sweep, const Style& style) {
  std::string text =
      fmt::format("  {}{:>12}  address of the array modulo 16{}\n  {:>12} ", style.weak, "bytes", style.end, "");
  for (std::uint32_t m = 0; m < kArenaStep; ++m) text += fmt::format("{:4}", m);
  text += "\n";
  for (std::size_t size = 0; size < sweep.sizes.size(); ++size) {
    const bool minimum = sweep.sizes[size] == sweep.report.arena->minimum;
    text += fmt::format("  {}{:>12}{} ", minimum ? style.strong : "", grouped(sweep.sizes[size]), style.end);
    for (std::uint32_t m = 0; m < kArenaStep; ++m) {
      const SweepCell& cell = sweep.at(size, m);
      text += fmt::format("{}{:>4}{}", cell.tflm.works() ? "" : style.bad, symbol(cell), style.end);
    }
    text += minimum ? "  minimum\n" : "\n";
  }
  return text;
}

// Each way to fail once, with where it was seen first.
std::string failuresText(const Sweep& sweep, const Style& style) {
  std::map<std::string, const SweepCell*> ways;
  for (const SweepCell& cell : sweep.cells)
    if (!cell.tflm.works()) ways.try_emplace(describeOutcome(sweep.report, cell.tflm), &cell);
  std::map<std::string, const SweepCell*> stopped; // though TFLM would have run it: by the guard, or a limit
  for (const SweepCell& cell : sweep.cells)
    if (cell.tflm.works() && !cell.message.empty()) stopped.try_emplace(cell.message, &cell);
  std::string text;
  for (const auto& [message, cell] : stopped)
    text += fmt::format("  F  {} bytes at {}: {}\n", grouped(cell->place.bytes), cell->place.misalignment,
                        printable(message));
  for (const auto& [way, cell] : ways) {
    text += fmt::format("  {}  {} bytes at {}: TFLM {}\n", symbol(*cell), grouped(cell->place.bytes),
                        cell->place.misalignment, printable(way));
    if (const std::string message = tflmMessage(sweep.report, cell->tflm); !message.empty())
      text += fmt::format("     {}{}{}\n", style.weak, message, style.end);
  }
  return text;
}

} // namespace

std::string toText(const Sweep& sweep, bool colour) {
  const Style style = terminalStyle(colour);
  std::string text = fmt::format("{}{}{}\n{}{}{}\n\n", style.strong, printable(sweep.report.model.path), style.end,
                                 style.weak, describeSettings(sweep.report), style.end);
  text += gridText(sweep, style);
  text += "\n  run  allocated, and one inference    ok  allocated    -  fails with a message\n"
          "  0    fails, then writes through a null pointer    !  overwrites memory in use    X  writes outside the "
          "arena\n  F    allocated, and the inference was stopped\n\n";
  text += failuresText(sweep, style);
  const report::ArenaFigures& arena = *sweep.report.arena;
  text += fmt::format(
      "\n  16-byte aligned (alignas(16)): {}{} bytes{}. At any address: {}{} bytes{}; the worst is {} modulo 16.\n",
      style.strong, grouped(arena.recommended), style.end, style.strong, grouped(sweep.unaligned.bytes), style.end,
      sweep.unaligned.worst);
  if (const std::string watched = describeWatched(sweep.report); !watched.empty()) text += "\n  " + watched + "\n";
  return text + footnotes(previewNotes(sweep.report.model), style);
}

std::string toJson(const Sweep& sweep) {
  Json json = {{"schema", "arenascope.sweep.1"},
               {"model", modelJson(sweep.report.model)},
               {"target", sweep.report.target},
               {"kernels", sweep.report.kernels},
               {"arena", arenaJson(*sweep.report.arena)},
               {"unaligned_bytes", sweep.unaligned.bytes},
               {"worst_misalignment", sweep.unaligned.worst}};
  if (!sweep.report.watchedOn.empty()) json["guard"] = watchedJson(sweep.report);
  json["cells"] = Json::array();
  for (const SweepCell& cell : sweep.cells) {
    Json row = {{"bytes", cell.place.bytes},
                {"misalignment", cell.place.misalignment},
                {"allocated", cell.allocated},
                {"invoked", cell.invoked},
                {"tflm", fateName(cell.tflm.fate)}};
    if (cell.guardedAccesses) row["guarded_accesses"] = *cell.guardedAccesses;
    if (!cell.message.empty()) row["message"] = cell.message;
    if (!cell.tflm.works()) row["tflm_what"] = describeOutcome(sweep.report, cell.tflm);
    if (cell.tflm.refusal) row["tflm_message"] = tflmMessage(sweep.report, cell.tflm);
    json["cells"].push_back(std::move(row));
  }
  return dumped(json);
}

} // namespace arenascope::output

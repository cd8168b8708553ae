#include "core/output/answers/advice_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <span>
#include <string_view>

#include "core/base/counted.h"
#include "core/base/markdown.h"
#include "core/base/number_text.h"
#include "core/base/text_format.h"
#include "core/optimization/effort.h"
#include "core/output/answers/price_text.h"
#include "core/report/board_fit.h"
#include "core/report/text/report_text.h"

namespace arenascope::output {

using optimization::AdviceGroup;
using optimization::AdviceKind;
using optimization::AdviceReport;
using optimization::Suggestion;

namespace {

bool fitsBoard(const Suggestion& suggestion) {
  if (!suggestion.after || !suggestion.after->board) return false;
  const auto fit = report::fitOn(*suggestion.after->board, *suggestion.after);
  return fit && fit->fits();
}

Json suggestionJson(const AdviceReport& report, const Suggestion& suggestion) {
  Json json = {{"kind", adviceName(suggestion.kind)},
               {"title", suggestion.title},
               {"reason", suggestion.reason},
               {"saved_bytes", suggestion.savedBytes},
               {"proven", suggestion.after.has_value()}};
  if (suggestion.after) {
    json["target"] = suggestion.after->target;
    json["kernels"] = suggestion.after->kernels;
    json["arena"] = arenaJson(*suggestion.after->arena);
    addFlash(json, report.before, *suggestion.after);
    if (suggestion.after->cost) json["cycles"] = suggestion.after->cost->total.cycles;
    if (const auto& board = suggestion.after->board) {
      json["board"] = board->name;
      json["clock_mhz"] = board->clockMhz;
      if (const auto fit = report::fitOn(*board, *suggestion.after); fit && fit->milliseconds)
        json["milliseconds"] = *fit->milliseconds;
    }
  }
  if (!suggestion.action.empty()) json["action"] = suggestion.action;
  for (const AdviceKind part : suggestion.parts) json["parts"].push_back(adviceName(part));
  if (const auto growth = report.growthOf(suggestion)) json["cycles_growth_percent"] = *growth;
  if (!suggestion.command.empty()) json["command"] = suggestion.command;
  return json;
}

Json reasonsJson(const std::vector<AdviceReport::Nothing>& all) {
  Json json = Json::array();
  for (const AdviceReport::Nothing& each : all)
    json.push_back({{"kind", adviceName(each.kind)}, {"reason", each.reason}});
  return json;
}

std::optional<double> growthOf(const AdviceReport& report, const Suggestion& suggestion) {
  if (suggestion.kind == AdviceKind::kBoard) return std::nullopt; // with other wait states
  return report.growthOf(suggestion);
}

std::string growthText(const AdviceReport& report, const Suggestion& suggestion) {
  const auto growth = growthOf(report, suggestion);
  return growth ? percentText(*growth) : "";
}

std::string flashColumn(const AdviceReport& report, const Suggestion& suggestion) {
  const auto price = report.priceOf(suggestion);
  return price ? flashText(*price) : "";
}

std::string savedText(const Suggestion& suggestion) {
  const auto bytes = static_cast<std::uint64_t>(std::abs(suggestion.savedBytes));
  if (bytes == 0) return "";
  return (suggestion.savedBytes < 0 ? "-" : suggestion.after ? "" : "up to ") + grouped(bytes);
}

// Text with names from the model, and with commands as `code`.
std::string prose(const std::string& text) { return cellWithCode(printable(text)); }

} // namespace

namespace {

// As their makers write them: "CMSIS-NN kernels" for "cmsis-nn kernels".
std::string kernelsName(std::string title) {
  for (const std::string_view name : {"cmsis-nn", "esp-nn"})
    if (title.starts_with(name))
      for (char& c : std::span(title).first(name.size())) c = static_cast<char>(std::toupper(c));
  return title;
}

} // namespace

std::string describeGain(const AdviceReport& report, const Suggestion& suggestion) {
  std::vector<std::string> parts;
  const double percent = 100.0 * static_cast<double>(std::abs(suggestion.savedBytes)) /
                         static_cast<double>(std::max<std::uint64_t>(1, report.before.arena->recommended));
  if (suggestion.savedBytes > 0)
    parts.push_back(fmt::format("saves {} bytes ({:.1f} %)", savedText(suggestion), percent));
  if (suggestion.savedBytes < 0)
    parts.push_back(fmt::format("needs {} bytes ({:.1f} %) more",
                                grouped(static_cast<std::uint64_t>(-suggestion.savedBytes)), percent));
  if (const std::string growth = growthText(report, suggestion); !growth.empty()) parts.push_back(growth + " cycles");
  if (const auto price = report.priceOf(suggestion); price && !price->isFree()) {
    parts.push_back(describePrice(*price));
    if (const std::size_t more = price->newOperators.size(); more > 0)
      parts.push_back(counted(more, "more operator") + " to register");
  }
  if (fitsBoard(suggestion)) parts.push_back("fits " + suggestion.after->board->title);
  return joined(parts);
}

std::string actionOf(const Suggestion& suggestion) {
  if (!suggestion.action.empty()) return suggestion.action;
  switch (suggestion.kind) {
  case AdviceKind::kPlan: return "Use another memory plan";
  case AdviceKind::kOrder: return "Run layers in another order";
  case AdviceKind::kPadding: return "Fold PADs into convolutions";
  case AdviceKind::kOverlap: return "Overlap output and input";
  case AdviceKind::kStrips: return "Run layers in strips";
  case AdviceKind::kKernels: return "Use " + kernelsName(suggestion.title);
  case AdviceKind::kTail: return "Save persistent memory";
  case AdviceKind::kTwoArenas: return "Split it into two arenas";
  case AdviceKind::kBoard: return "Run it on " + suggestion.title;
  case AdviceKind::kFlash: return "Compress constants";
  case AdviceKind::kQuantize: return "Quantize it to int8";
  case AdviceKind::kInputSize: return "Train it with a smaller input";
  case AdviceKind::kWidth: return "Train it with fewer channels";
  case AdviceKind::kCombination: return suggestion.title;
  case AdviceKind::kClock: break;
  }
  return "Run it at " + suggestion.title;
}

std::string describeCosts(const AdviceReport& report, const Suggestion& suggestion) {
  if (!suggestion.after || groupOf(report, suggestion) == AdviceGroup::kElsewhere) return suggestion.reason;
  std::string text = suggestion.model.empty()                      ? ""
                     : includes(suggestion, AdviceKind::kQuantize) ? "Other outputs. "
                                                                   : "Same outputs. ";
  text += describeCosts(growthOf(report, suggestion), "cycles", report.priceOf(suggestion));
  if (includes(suggestion, AdviceKind::kOverlap)) text += " For these kernels only.";
  return text;
}

namespace {

// The bytes that a change leaves, with its gain.
std::string neededMemory(const AdviceReport& report, const Suggestion& suggestion) {
  if (!suggestion.inRegions) {
    const std::string gain = describeGain(report, suggestion);
    return (gain.empty() ? "" : gain + ", ") + "kTensorArenaSize = " + grouped(suggestion.after->arena->recommended);
  }
  const auto fit = report::fitIn(*suggestion.after);
  const hardware::ArenaRegions& regions = *suggestion.after->regions;
  return fmt::format("{} bytes in {} and {} in {}", grouped(fit->nonPersistent), regions.nonPersistent.name,
                     grouped(fit->persistent), regions.persistent.name);
}

// Of what was run on this target.
std::uint64_t leastArena(const AdviceReport& report) {
  std::uint64_t least = report.before.arena->recommended;
  for (const Suggestion& each : report.suggestions)
    if (each.after && (groupOf(report, each) != AdviceGroup::kElsewhere || isPreview(each)))
      least = std::min(least, each.after->arena->recommended);
  return least;
}

} // namespace

std::string describeFit(const AdviceReport& report) {
  if (!report.fit) return {};
  const std::string size = grouped(*report.fit) + " bytes";
  if (report.fitsAlready())
    return fmt::format("It fits into {} already: {} bytes are left.", size,
                       grouped(*report.fit - report.before.arena->recommended));
  if (const Suggestion* fitting = report.fitting())
    return fmt::format("The smallest change that fits into {}: {} ({}).{}", size, actionOf(*fitting),
                       neededMemory(report, *fitting),
                       isPreview(*fitting) ? " This is an architecture preview: train it again." : "");
  const std::uint64_t least = leastArena(report);
  return fmt::format("No change that has been found fits into {}: the smallest arena is {} bytes, {} too many{}.", size,
                     grouped(least), grouped(least - std::min(least, *report.fit)),
                     report.isComplete() ? "" : "; the search is not finished");
}

std::string missedDeadline(const AdviceReport& report) {
  const std::optional<double> now = milliseconds(report);
  if (!report.deadline || !now || *now <= *report.deadline) return {};
  return fmt::format("Misses the deadline: an inference takes {} ms on {} at {} MHz; {} ms are allowed.",
                     threeDigits(*now), report.before.board->title, report.before.board->clockMhz,
                     threeDigits(*report.deadline));
}

std::string describeAdvice(const AdviceReport& report) {
  if (report.suggestions.empty() || groupOf(report, report.suggestions.front()) > AdviceGroup::kPaid)
    return !report.isComplete() ? "No smaller arena has been found yet; the search is not finished."
                                : "No smaller arena has been found with the same kernels.";
  const Suggestion& best = report.suggestions.front();
  return fmt::format("{}: {}, kTensorArenaSize = {}.", best.title, describeGain(report, best),
                     grouped(best.after->arena->recommended));
}

std::string toJson(const AdviceReport& report) {
  const report::Report& run = report.before;
  Json json = {{"schema", kAdviceSchema},
               {"status", "ok"},
               {"model", {{"path", run.model.path}, {"sha256", run.model.sha256}, {"bytes", run.model.bytes}}},
               {"target", run.target},
               {"kernels", run.kernels},
               {"arena", arenaJson(*run.arena)}};
  if (run.cost) json["cycles"] = run.cost->total.cycles;
  if (report.deadline) json["deadline_ms"] = *report.deadline;
  if (report.deadline && milliseconds(report)) json["deadline_met"] = missedDeadline(report).empty();
  if (report.fit) {
    const Suggestion* fitting = report.fitting();
    json["fit_bytes"] = *report.fit;
    json["fits"] = report.fitsAlready() || fitting != nullptr;
    if (fitting != nullptr) json["fitting"] = fitting - report.suggestions.data();
    json["fit_text"] = describeFit(report);
    if (!report.fitsAlready() && fitting == nullptr) json["missing_bytes"] = leastArena(report) - *report.fit;
  }
  json["suggestions"] = Json::array();
  for (const Suggestion& suggestion : report.suggestions)
    json["suggestions"].push_back(suggestionJson(report, suggestion));
  json["nothing_to_gain"] = reasonsJson(report.nothing);
  json["complete"] = report.isComplete();
  if (!report.isComplete()) json["not_finished"] = reasonsJson(report.unfinished);
  return dumped(json);
}

std::string toText(const AdviceReport& report, bool colour) {
  const Style style = terminalStyle(colour);
  std::string text;
  if (const std::string fit = describeFit(report); !fit.empty())
    text += fmt::format("{}{}{}\n\n", style.strong, printable(fit), style.end);
  text += fmt::format("{}Advice for {} on {}{}\n\n  kTensorArenaSize = {} bytes now. {}\n", style.strong,
                      printable(report.before.model.path), report::describeSettings(report.before), style.end,
                      grouped(report.before.arena->recommended), describeAdvice(report));
  if (const std::string missed = missedDeadline(report); !missed.empty())
    text += fmt::format("  {}{}{}\n", style.bad, missed, style.end);
  text += footnotes(report::previewNotes(report.before.model), style);
  if (!report.suggestions.empty())
    text += fmt::format("\n{}  {:>12} {:>12} {:>9} {:>14}  {}{}\n", style.weak, "saves bytes", "arena", "cycles",
                        "flash", "by", style.end);
  for (const Suggestion& suggestion : report.suggestions) {
    text += fmt::format(
        "  {:>12} {:>12} {:>9} {:>14}  {}{}{}{}\n", savedText(suggestion),
        suggestion.after ? grouped(suggestion.after->arena->recommended) : "", growthText(report, suggestion),
        flashColumn(report, suggestion), style.strong, printable(suggestion.title), style.end,
        fitsBoard(suggestion) && groupOf(report, suggestion) != AdviceGroup::kElsewhere ? " (fits the board)" : "");
    text += fmt::format("{:10}{}\n", "", printable(suggestion.reason));
    if (!suggestion.command.empty())
      text += fmt::format("{:10}{}{}{}\n", "", style.weak, printable(suggestion.command), style.end);
  }
  if (!report.nothing.empty()) text += "\n  Nothing to gain:\n";
  for (const AdviceReport::Nothing& nothing : report.nothing)
    text += fmt::format("    {}: {}\n", adviceTitle(nothing.kind), printable(nothing.reason));
  if (!report.isComplete()) text += "\n  Not finished (a longer --time-limit continues the search):\n";
  for (const AdviceReport::Nothing& unfinished : report.unfinished)
    text += fmt::format("    {}: {}\n", adviceTitle(unfinished.kind), printable(unfinished.reason));
  return text;
}

std::string toMarkdown(const AdviceReport& report) {
  std::string text = fmt::format("### Advice for {}\n\n", markdownCell(report::modelName(report.before)));
  if (const std::string fit = describeFit(report); !fit.empty()) text += "**" + prose(fit) + "**\n\n";
  text += fmt::format("`kTensorArenaSize` is {} bytes on {}. {}\n\n", grouped(report.before.arena->recommended),
                      report::describeSettings(report.before), prose(describeAdvice(report)));
  if (const std::string missed = missedDeadline(report); !missed.empty()) text += "**" + prose(missed) + "**\n\n";
  if (!report.suggestions.empty())
    text += "| saves bytes | arena | cycles | flash | by | |\n| ---: | ---: | ---: | ---: | --- | --- |\n";
  for (const Suggestion& suggestion : report.suggestions)
    text +=
        fmt::format("| {} | {} | {} | {} | {} | {}{} |\n", savedText(suggestion),
                    suggestion.after ? grouped(suggestion.after->arena->recommended) : "",
                    growthText(report, suggestion), flashColumn(report, suggestion), prose(suggestion.title),
                    prose(suggestion.reason), suggestion.command.empty() ? "" : prose(" `" + suggestion.command + "`"));
  if (!report.nothing.empty()) text += "\nNothing to gain:\n";
  for (const AdviceReport::Nothing& nothing : report.nothing)
    text += fmt::format("- {}: {}\n", adviceTitle(nothing.kind), prose(nothing.reason));
  if (!report.isComplete()) text += "\nNot finished (a longer `--time-limit` continues the search):\n";
  for (const AdviceReport::Nothing& unfinished : report.unfinished)
    text += fmt::format("- {}: {}\n", adviceTitle(unfinished.kind), prose(unfinished.reason));
  return text;
}

} // namespace arenascope::output

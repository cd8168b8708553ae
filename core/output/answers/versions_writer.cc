#include "core/output/answers/versions_writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/counted.h"
#include "core/base/number_text.h"
#include "core/base/text_format.h"
#include "core/output/json_parts.h"

namespace arenascope::output {

using report::SafeRange;
using report::VersionRow;
using report::VersionTable;

namespace {

// Rows in a row that are alike but for their revision.
struct Group {
  const VersionRow* first = nullptr;
  const VersionRow* last = nullptr;
};

std::vector<Group> groupsOf(const VersionTable& table) {
  std::vector<Group> groups;
  for (const VersionRow& row : table.rows)
    if (!groups.empty() && groups.back().last->kernels == row.kernels && groups.back().last->isLike(row))
      groups.back().last = &row;
    else
      groups.push_back({&row, &row});
  return groups;
}

std::string rangeText(const std::string& first, const std::string& last) {
  return first == last ? first : first + " to " + last;
}

std::string groupText(const Group& group, const Style& style) {
  const VersionRow& row = *group.first;
  std::string text = fmt::format("  {:14} {:24}", row.kernels, rangeText(row.tflm, group.last->tflm));
  if (!row.arena) return text + fmt::format(" {}{}{}\n", style.bad, printable(row.error), style.end);
  std::uint64_t scratch = 0;
  for (const report::OperatorScratch& each : row.scratch) scratch = std::max(scratch, each.bytes);
  text += fmt::format(" {:>12} {:>12}", grouped(*row.arena), scratch == 0 ? "" : grouped(scratch));
  if (row.cycles) text += fmt::format("  {} cycles", grouped(*row.cycles));
  if (!row.hazards.empty())
    text += fmt::format("  {}{}{}", style.bad, counted(row.hazards.size(), "hazard"), style.end);
  if (!row.evidence.empty() && row.evidence != "proven")
    text += fmt::format("  {}{}{}", style.weak, row.evidence, style.end);
  return text + "\n";
}

std::string releaseOf(const VersionRow& row) { return row.kernels + " with TFLM " + row.tflm; }

// Each hazard once, whatever release has it.
std::vector<std::string> hazardTexts(const VersionTable& table) {
  std::vector<std::string> texts;
  for (const VersionRow& row : table.rows)
    for (const report::Hazard& hazard : row.hazards)
      if (std::find(texts.begin(), texts.end(), hazard.text) == texts.end()) texts.push_back(hazard.text);
  return texts;
}

std::string safeText(const VersionTable& table, const Style& style) {
  const std::optional<SafeRange> safe = report::safeRange(table);
  if (!safe) return fmt::format("\n  {}No release is safe with this model.{}\n", style.bad, style.end);
  std::string text = fmt::format("\n  {}Safe{}: {} to {}. Keep to {}", style.strong, style.end, releaseOf(*safe->first),
                                 releaseOf(*safe->last), releaseOf(*safe->pinned));
  const report::Pin pin = report::pinOf(*safe->pinned);
  if (pin.text.empty()) return text + ".\n";
  text += ", in " + pin.file + ":\n\n";
  std::string line;
  for (const char c : pin.text) {
    line += c;
    if (c != '\n') continue;
    text += "    " + line;
    line.clear();
  }
  return text;
}

Json rowJson(const VersionRow& row) {
  Json json = {{"kernels", row.kernels}, {"tflm", row.tflm}};
  if (!row.when.empty()) json["when"] = row.when;
  if (!row.evidence.empty()) json["evidence"] = row.evidence;
  json["status"] = row.arena ? "ok" : "failed";
  if (!row.error.empty()) json["error"] = row.error;
  if (row.arena)
    json["arena"] = {{"used_bytes", *row.used}, {"minimum_bytes", *row.arena}, {"any_address_bytes", *row.anyAddress}};
  Json scratch = Json::array();
  for (const report::OperatorScratch& each : row.scratch)
    scratch.push_back({{"op", each.place}, {"name", each.name}, {"bytes", each.bytes}});
  json["scratch"] = std::move(scratch);
  if (row.cycles) json["cycles"] = *row.cycles;
  json["hazards"] = hazardsJson(row.hazards);
  json["outputs_alike"] = row.isSafe();
  return json;
}

constexpr int kBarPitch = 22; // with its gap
constexpr int kHeight = 220;  // of the tallest bar
constexpr int kLeft = 70;
constexpr int kTop = 50;
constexpr int kBelow = 150; // for names

std::string barOf(const VersionRow& row, int position, std::uint64_t most, bool isPinned, bool severalKernels) {
  const int x = kLeft + position * kBarPitch;
  const int height = static_cast<int>(row.arena.value_or(0) * kHeight / most);
  const std::string name = severalKernels ? row.kernels : row.tflm;
  std::string what = row.arena ? grouped(*row.arena) + " bytes" : row.error;
  for (const report::Hazard& hazard : row.hazards) what += "; " + hazard.text;
  return fmt::format("<g><title>{}: {}</title><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"{}/>"
                     "<text x=\"{}\" y=\"{}\" transform=\"rotate(60 {} {})\">{}</text></g>\n",
                     xmlText(releaseOf(row)), xmlText(what), x, kTop + kHeight - height, kBarPitch - 4,
                     std::max(1, height), row.isSafe() ? "#3b7dd8" : "#c8372d",
                     isPinned ? " stroke=\"#111\" stroke-width=\"2\"" : "", x + 6, kTop + kHeight + 12, x + 6,
                     kTop + kHeight + 12, xmlText(name));
}

} // namespace

std::string toText(const VersionTable& table, bool colour) {
  const Style style = terminalStyle(colour);
  std::string text = fmt::format("{}{}{} on {}, by release\n\n  {}{:14} {:24} {:>12} {:>12}{}\n", style.strong,
                                 printable(table.model.path), style.end, table.target, style.weak, "kernels", "TFLM",
                                 "arena", "most scratch", style.end);
  for (const Group& group : groupsOf(table)) text += groupText(group, style);
  for (const std::string& hazard : hazardTexts(table))
    text += fmt::format("\n  {}Hazard:{} {}\n", style.bad, style.end, printable(hazard));
  return text + safeText(table, style);
}

std::string toJson(const VersionTable& table) {
  Json json = {{"schema", "arenascope.versions.1"}, {"model", modelJson(table.model)}, {"target", table.target}};
  Json rows = Json::array();
  for (const VersionRow& row : table.rows) rows.push_back(rowJson(row));
  json["versions"] = std::move(rows);
  const auto place = [](const VersionRow& row) { return Json{{"kernels", row.kernels}, {"tflm", row.tflm}}; };
  if (const std::optional<SafeRange> safe = report::safeRange(table)) {
    json["safe"] = {{"first", place(*safe->first)}, {"last", place(*safe->last)}, {"pinned", place(*safe->pinned)}};
    if (const report::Pin pin = report::pinOf(*safe->pinned); !pin.text.empty())
      json["pin"] = {{"file", pin.file}, {"text", pin.text}};
  }
  return dumped(json);
}

std::string toSvg(const VersionTable& table) {
  const std::vector<const VersionRow*> line = table.line();
  std::uint64_t most = 1;
  for (const VersionRow* row : line) most = std::max(most, row->arena.value_or(0));
  const std::optional<SafeRange> safe = report::safeRange(table);
  const bool severalKernels = !line.empty() && line.front()->kernels != line.back()->kernels;
  const int width = std::max(480, kLeft + static_cast<int>(line.size()) * kBarPitch + 60);
  const int height = kTop + kHeight + kBelow;
  std::string svg =
      fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
                  "{1}\" font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"{0}\" "
                  "height=\"{1}\" fill=\"#fff\"/>\n<text x=\"12\" y=\"20\" font-size=\"14\">Arena by release, "
                  "{2}</text>\n<text x=\"12\" y=\"36\">red: a kernel has a known fault with this model, or the model "
                  "does not run; outlined: the release to keep to</text>\n",
                  width, height, xmlText(table.target));
  svg += fmt::format("<text x=\"{0}\" y=\"{1}\" text-anchor=\"end\">{2}</text>\n<text x=\"{0}\" y=\"{3}\" "
                     "text-anchor=\"end\">0</text>\n",
                     kLeft - 6, kTop + 10, grouped(most), kTop + kHeight);
  for (std::size_t i = 0; i < line.size(); ++i)
    svg += barOf(*line[i], static_cast<int>(i), most, safe && safe->pinned == line[i], severalKernels);
  return svg + "</svg>\n";
}

} // namespace arenascope::output

#include "core/output/history/review_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "core/base/counted.h"
#include "core/base/number_text.h"
#include "core/base/text_format.h"
#include "core/output/history/history_json.h"
#include "core/report/comparison.h"

namespace arenascope::output {

using history::Review;
using history::ReviewedModel;
using history::Row;

namespace {

constexpr const char* kFigures[] = {"arena", "cycles", "total_flash"}; // columns
constexpr std::size_t kNamedModels = 3;                                // with their hashes
constexpr std::size_t kMostModels = 20;                                // in the table and the chart

std::string shortId(const history::CommitInfo& commit) { return commit.id.substr(0, 7); }

// Names in a file from anywhere notify nobody.
std::string quiet(const std::string& text) {
  std::string result;
  for (const char c : markdownCell(text)) {
    const bool mentions = c == '@' && (result.empty() || std::isalnum(static_cast<unsigned char>(result.back())) == 0);
    result += mentions ? std::string("@\u200b") : std::string(1, c);
  }
  return result;
}

std::vector<const ReviewedModel*> changedOf(const Review& review) {
  std::vector<const ReviewedModel*> changed;
  for (const ReviewedModel& model : review.models)
    if (model.hasChanged()) changed.push_back(&model);
  return changed;
}

std::optional<std::uint64_t> valueOf(const std::optional<Row>& row, const std::string& figure) {
  return row ? row->figure(figure) : std::nullopt;
}

std::string figureCell(const ReviewedModel& model, const std::string& figure) {
  const auto before = valueOf(model.before, figure);
  const auto after = valueOf(model.now, figure);
  if (!after) return model.isGone() || !before ? "" : "not known";
  if (!before || *before == *after) return grouped(*after);
  return fmt::format("{} → **{}**, {}", grouped(*before), grouped(*after), report::differenceText(before, after));
}

std::string stateOf(const ReviewedModel& model) {
  if (model.isUntouched) return "untouched";
  if (model.isNew()) return "new";
  return model.isGone() ? "gone" : model.hasChanged() ? "changed" : "same figures";
}

std::string budgetCell(const ReviewedModel& model) {
  if (!model.now) return "";
  if (!model.now->ok()) return "❌ fails";
  if (!model.over.empty()) return "❌ over";
  return model.now->budgets.empty() ? "" : "✅";
}

std::string tableRow(const ReviewedModel& model) {
  std::string text = "| " + quiet(model.path);
  if (model.isNew() || model.isGone()) text += " (" + stateOf(model) + ")";
  const Row& row = model.now ? *model.now : *model.before;
  text += "<br><sub>" + quiet(row.settings()) + "</sub>";
  for (const char* figure : kFigures) text += " | " + figureCell(model, figure);
  return text + " | " + budgetCell(model) + " |\n";
}

// Reasons, a line each.
std::string reasonsOf(const ReviewedModel& model) {
  std::vector<std::string> lines;
  if (!model.renamedFrom.empty()) lines.push_back("was " + model.renamedFrom);
  if (model.isNew() && model.now && !model.now->ok()) lines.push_back("does not run: " + model.now->error);
  if (model.now)
    for (std::string& line : linesOf(model, *model.now)) lines.push_back(std::move(line));
  std::string text;
  for (const std::string& line : lines) text += "- " + quiet(line) + "\n";
  return text.empty() ? text : "\n**" + quiet(model.path) + "**\n" + text;
}

std::string headline(const Review& review, std::size_t changed) {
  const std::string base = quiet(review.revision) + " (" + shortId(review.base) + ")";
  if (!review.hasChanged()) return "### ArenaScope: no change against " + base + "\n";
  return fmt::format("### {}ArenaScope: {} of {} changed against {}\n", review.isOverBudget() ? "❌ " : "", changed,
                     counted(review.models.size(), "model"), base);
}

std::string provenance(const std::vector<const ReviewedModel*>& changed) {
  std::vector<std::string> models;
  for (const ReviewedModel* model : changed)
    if (model->now && !model->now->sha256.empty() && models.size() < kNamedModels)
      models.push_back(model->path + " SHA-256 " + model->now->sha256.substr(0, 12));
  return "\n<sub>Measured by ArenaScope " ARENASCOPE_VERSION + std::string(models.empty() ? "" : "; ") +
         quiet(joined(models)) + "</sub>\n";
}

constexpr int kBarHeight = 14;
constexpr int kRow = 50; // of a model
constexpr int kChartWidth = 480;
constexpr int kLongestBar = 300;

std::string barText(int y, std::uint64_t bytes, std::uint64_t most, const char* colour) {
  const auto width = static_cast<int>(bytes * kLongestBar / most);
  return fmt::format(
      "<rect x=\"10\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/><text x=\"{}\" y=\"{}\">{}</text>\n", y,
      std::max(1, width), kBarHeight - 2, colour, 16 + width, y + 10, grouped(bytes));
}

} // namespace

const char* const kReviewMarker = "<!-- arenascope review";

std::string toMarkdown(const Review& review, const std::string& chart) {
  const std::vector<const ReviewedModel*> changed = changedOf(review);
  std::string text = std::string(kReviewMarker) + (review.hasChanged() ? ": changed -->\n" : ": no change -->\n");
  text += headline(review, changed.size());
  if (!changed.empty())
    text += "\n| model | arena, bytes | cycles | flash, bytes | budget |\n| --- | ---: | ---: | ---: | --- |\n";
  const std::size_t shown = std::min(changed.size(), kMostModels);
  for (std::size_t i = 0; i < shown; ++i) text += tableRow(*changed[i]);
  if (shown < changed.size()) text += fmt::format("\n{} more models have changed.\n", changed.size() - shown);
  for (std::size_t i = 0; i < shown; ++i) text += reasonsOf(*changed[i]);
  for (const ReviewedModel& model : review.models)
    if (!model.over.empty() && model.newlyOver.empty())
      text += "\n" + quiet(model.path) + " is still over its budget (" + quiet(joined(model.over)) + ").\n";
  for (const std::string& problem : review.problems) text += "\n**Not compared**: " + quiet(problem) + "\n";
  if (!chart.empty() && !changed.empty()) text += "\n![Arenas before and after](<" + chart + ">)\n";
  return text + (changed.empty() ? "" : provenance(changed));
}

std::string toJson(const Review& review) {
  Json models = Json::array();
  for (const ReviewedModel& model : review.models) {
    Json json = {{"model", model.path}, {"state", stateOf(model)}};
    if (!model.renamedFrom.empty()) json["renamed_from"] = model.renamedFrom;
    if (model.before) json["before"] = rowJson(*model.before);
    if (model.now) json["now"] = rowJson(*model.now);
    json["moves"] = movesJson(model.moves);
    json["new_hazards"] = model.newHazards;
    json["gone_hazards"] = model.goneHazards;
    json["over_budget"] = model.over;
    json["newly_over_budget"] = model.newlyOver;
    models.push_back(std::move(json));
  }
  return dumped(
      {{"schema", "arenascope.review.1"},
       {"base", {{"revision", review.revision}, {"commit", review.base.id}, {"subject", review.base.subject}}},
       {"commit", review.head.id},
       {"changed", review.hasChanged()},
       {"models", std::move(models)},
       {"problems", review.problems}});
}

std::string toSvg(const Review& review) {
  std::vector<const ReviewedModel*> changed = changedOf(review);
  changed.resize(std::min(changed.size(), kMostModels));
  std::uint64_t most = 1;
  for (const ReviewedModel* model : changed)
    most = std::max({most, valueOf(model->before, "arena").value_or(0), valueOf(model->now, "arena").value_or(0)});
  const int height = 30 + kRow * static_cast<int>(changed.size());
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n"
      "<text x=\"10\" y=\"18\" fill=\"#566070\">{2}</text>\n",
      kChartWidth, height,
      changed.empty() ? "No arena has changed" : "Arena in bytes: grey before, blue now, red where it has grown");
  int y = 30;
  for (const ReviewedModel* model : changed) {
    const auto before = valueOf(model->before, "arena");
    const auto now = valueOf(model->now, "arena");
    svg += fmt::format("<text x=\"10\" y=\"{}\">{}</text>\n", y + 10, xmlText(shortened(model->path, 60)));
    if (before) svg += barText(y + kBarHeight, *before, most, "#b8c0cc");
    if (now) svg += barText(y + 2 * kBarHeight, *now, most, before && *now > *before ? "#d2452a" : "#3b7dd8");
    y += kRow;
  }
  return svg + "</svg>\n";
}

} // namespace arenascope::output

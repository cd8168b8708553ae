#include "core/output/history/history_writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/counted.h"
#include "core/base/number_text.h"
#include "core/base/text_format.h"
#include "core/output/history/history_json.h"
#include "core/report/comparison.h"

namespace arenascope::output {

using history::Point;
using history::Row;
using history::Series;
using history::Timeline;

namespace {

constexpr std::size_t kShownDamage = 5;
constexpr int kFigureWidth = 14;

std::string valueText(const Row& row, const std::string& figure) {
  const auto value = row.figure(figure);
  return value ? grouped(*value) : row.ok() ? "" : "failed";
}

std::string titleOf(const Series& series, const Style& style) {
  return fmt::format("{}{}{} on {}\n", style.strong, printable(series.path), style.end,
                     printable(series.newest().settings()));
}

std::string headOf(const std::vector<std::string>& figures, const Style& style) {
  std::string text = fmt::format("  {}{:10}{:12}", style.weak, "commit", "date");
  for (const std::string& figure : figures) text += fmt::format("{:>{}}", figure, kFigureWidth);
  return text + "  subject" + style.end + "\n";
}

std::string pointText(const Point& point, const std::vector<std::string>& figures, const Style& style) {
  std::string text = fmt::format("  {:10}{:12}", point.row.shortCommit(), point.row.day());
  for (const std::string& figure : figures) text += fmt::format("{:>{}}", valueText(point.row, figure), kFigureWidth);
  text += "  " + printable(point.row.subject) + (point.mainline ? "" : " (on a branch)") + "\n";
  for (const std::string& line : linesOf(point, point.row))
    text += fmt::format("            {}{}{}\n", style.weak, printable(line), style.end);
  return text;
}

// Newest first.
std::string pointsText(const Series& series, const std::vector<std::string>& figures, const Style& style) {
  std::string text;
  std::size_t quiet = 0;
  const auto sayQuiet = [&] {
    if (quiet > 0)
      text += fmt::format("            {}{} without a change{}\n", style.weak, counted(quiet, "commit"), style.end);
    quiet = 0;
  };
  for (std::size_t i = series.points.size(); i-- > 0;) {
    const Point& point = series.points[i];
    if (!point.isEvent() && i + 1 != series.points.size()) {
      ++quiet;
      continue;
    }
    sayQuiet();
    text += pointText(point, figures, style);
  }
  return text;
}

} // namespace

std::vector<std::string> shownFigures(const std::vector<std::string>& figures) {
  return figures.empty() ? std::vector<std::string>{"arena", "cycles", "total_flash"} : figures;
}

std::vector<std::string> notesOf(const Timeline& timeline) {
  std::vector<std::string> notes;
  for (std::size_t i = 0; i < std::min(timeline.damaged.size(), kShownDamage); ++i)
    notes.push_back(fmt::format("line {} of the history file is left out: {}", timeline.damaged[i].line,
                                printable(timeline.damaged[i].why)));
  if (timeline.damaged.size() > kShownDamage)
    notes.push_back(fmt::format("{} more lines are left out", timeline.damaged.size() - kShownDamage));
  if (timeline.elsewhere > 0)
    notes.push_back(fmt::format("{} row{} of commits that are not in {}", timeline.elsewhere,
                                timeline.elsewhere == 1 ? " is" : "s are", printable(timeline.revision)));
  return notes;
}

std::string toText(const Timeline& timeline, const std::vector<std::string>& figures, bool colour) {
  const Style style = terminalStyle(colour);
  const std::vector<std::string> shown = shownFigures(figures);
  std::string text;
  for (const Series& series : timeline.series)
    text +=
        (text.empty() ? "" : "\n") + titleOf(series, style) + headOf(shown, style) + pointsText(series, shown, style);
  if (text.empty())
    text = "There is no history yet: `arenascope profile MODEL --record` adds a row, `arenascope history backfill` "
           "measures old commits.\n";
  return text + footnotes(notesOf(timeline), style);
}

std::string toJson(const Timeline& timeline) {
  Json json = {{"schema", "arenascope.history.1"}, {"revision", timeline.revision}};
  Json all = Json::array();
  for (const Series& series : timeline.series) {
    Json points = Json::array();
    for (const Point& point : series.points) points.push_back(pointJson(point, series));
    all.push_back({{"model", series.path}, {"points", std::move(points)}});
  }
  json["series"] = std::move(all);
  json["rows_elsewhere"] = timeline.elsewhere;
  Json damaged = Json::array();
  for (const history::Damage& damage : timeline.damaged)
    damaged.push_back({{"line", damage.line}, {"message", damage.why}});
  json["damaged_lines"] = std::move(damaged);
  return dumped(json);
}

std::string toCsv(const Timeline& timeline) {
  const std::vector<std::string> keys = history::rowFigureKeys();
  std::string text = "model,commit,authored,subject,mainline,target,board,kernels,tflm,program,sha256,status";
  for (const std::string& key : keys) text += "," + key;
  text += ",moved\n";
  for (const Series& series : timeline.series)
    for (const Point& point : series.points) {
      const Row& row = point.row;
      for (const std::string& field :
           {series.path, row.commit, row.authored, row.subject, std::string(point.mainline ? "yes" : "no"), row.target,
            row.board, row.kernels, row.tflm, row.program, row.sha256})
        text += csvField(field) + ",";
      text += row.ok() ? "ok" : "failed";
      for (const std::string& key : keys) text += "," + (row.figure(key) ? std::to_string(*row.figure(key)) : "");
      text += "," + csvField(fmt::format("{}", fmt::join(linesOf(point, row), "; "))) + "\n";
    }
  return text;
}

} // namespace arenascope::output

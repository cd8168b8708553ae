#include "core/output/history/history_page.h"

#include <kainjow/mustache.hpp>

#include "core/base/number_text.h"
#include "core/output/history/history_chart.h"
#include "core/output/history/history_writer.h"

namespace arenascope::output {

using history::Point;
using history::Series;

namespace {

using Data = kainjow::mustache::data;

constexpr const char* kPage =
#include "history_html.inc"
    ;

Data rowData(const Point& point, const std::vector<std::string>& figures) {
  Data row;
  row.set("commit", point.row.shortCommit());
  row.set("date", point.row.day());
  row.set("subject", printable(point.row.subject));
  Data cells(Data::type::list);
  for (const std::string& figure : figures) {
    const auto value = point.row.figure(figure);
    cells.push_back(value ? grouped(*value) : std::string(point.row.ok() ? "" : "failed"));
  }
  row.set("cells", cells);
  Data lines(Data::type::list);
  for (const std::string& line : linesOf(point, point.row)) lines.push_back(printable(line));
  row.set("lines", lines);
  return row;
}

Data seriesData(const Series& series, const std::vector<std::string>& figures) {
  Data data;
  data.set("model", printable(series.path));
  data.set("settings", printable(series.newest().settings()));
  data.set("provenance", "The newest row: SHA-256 " + series.newest().sha256 + ", compiler " +
                             (series.newest().compiler.empty() ? "not known" : series.newest().compiler) +
                             ", ArenaScope " + series.newest().program);
  Data charts(Data::type::list);
  Data columns(Data::type::list);
  for (const std::string& figure : figures) {
    if (const std::string svg = lineChart(series, figure); !svg.empty()) {
      Data chart;
      chart.set("svg", svg);
      charts.push_back(chart);
    }
    Data column;
    column.set("name", std::string(history::figureOf(figure).name));
    column.set("help", std::string(history::figureOf(figure).help));
    columns.push_back(column);
  }
  data.set("charts", charts);
  data.set("columns", columns);
  Data rows(Data::type::list);
  for (std::size_t i = series.points.size(); i-- > 0;)
    if (series.points[i].isEvent() || i + 1 == series.points.size()) rows.push_back(rowData(series.points[i], figures));
  data.set("rows", rows);
  return data;
}

} // namespace

std::string toHtml(const history::Timeline& timeline, const std::vector<std::string>& figures) {
  Data page;
  page.set("title", std::string("Tensor arenas over time"));
  page.set("version", std::string(ARENASCOPE_VERSION));
  page.set("empty", timeline.series.empty() ? Data::type::bool_true : Data::type::bool_false);
  Data all(Data::type::list);
  for (const Series& series : timeline.series) all.push_back(seriesData(series, shownFigures(figures)));
  page.set("series", all);
  Data notes(Data::type::list);
  for (const std::string& note : notesOf(timeline)) notes.push_back(note);
  page.set("notes", notes);
  return kainjow::mustache::mustache(kPage).render(page);
}

} // namespace arenascope::output

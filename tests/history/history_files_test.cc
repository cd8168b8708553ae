// A history as text, JSON, CSV and HTML.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "core/output/history/history_chart.h"
#include "core/output/history/history_json.h"
#include "core/output/history/history_page.h"
#include "core/output/history/history_writer.h"
#include "tests/history/history_rows.h"

namespace arenascope::output {
namespace {

using history::Timeline;
using test::historyCommit;
using test::historyRow;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

Timeline sampleTimeline() {
  std::vector<history::Row> rows = {historyRow("1", 5'000, "a"), historyRow("2", 5'000, "a"),
                                    historyRow("3", 5'000, "a"), historyRow("4", 6'000, "b")};
  rows[3].budgets = {{"arena", 5'500}};
  rows[3].subject = "<script>, \"wide\"";
  Timeline timeline = timelineOf(
      rows, {historyCommit("4", {"3"}), historyCommit("3", {"2"}), historyCommit("2", {"1"}), historyCommit("1", {})},
      {{"net.tflite", {"b", "a", "a", "a"}}});
  timeline.revision = "main";
  timeline.damaged = {{7, "not JSON"}};
  return timeline;
}

TEST(HistoryWriterTest, TextNamesTheCommitAndTheReason) {
  const std::string text = toText(sampleTimeline(), {}, false);
  EXPECT_THAT(text, HasSubstr("net.tflite on cortex-m4, cmsis-nn kernels\n"));
  EXPECT_THAT(text, HasSubstr("buffer conv_1 4,900 -> 5,900 bytes"));
  EXPECT_THAT(text, HasSubstr("over budget: minimum arena 6,000, at most 5,500"));
  EXPECT_THAT(text, HasSubstr("2 commits without a change"));
  EXPECT_THAT(text, HasSubstr("line 7 of the history file is left out: not JSON"));
  EXPECT_LT(text.find("6,000"), text.find("5,000")) << "newest first";
  EXPECT_THAT(toText({}, {}, false), StartsWith("There is no history yet"));
  EXPECT_THAT(toText(sampleTimeline(), {"weights"}, false), AllOf(HasSubstr("weights"), Not(HasSubstr("total_flash"))));
}

TEST(HistoryWriterTest, JsonAndCsvHaveEveryPoint) {
  const auto json = nlohmann::json::parse(toJson(sampleTimeline()));
  EXPECT_EQ(json.at("schema"), "arenascope.history.1");
  const auto& points = json.at("series").at(0).at("points");
  ASSERT_EQ(points.size(), 4U);
  EXPECT_EQ(points[3].at("moves").at(0).at("causes").at(0).at("name"), "conv_1");
  EXPECT_EQ(points[3].at("newly_over_budget").at(0), "arena");
  EXPECT_EQ(points[3].at("compared_with").at(0), "3");
  EXPECT_EQ(points[0].at("measured").at("figures").at("arena"), 5'000);
  EXPECT_EQ(json.at("damaged_lines").at(0).at("line"), 7);
  const std::string csv = toCsv(sampleTimeline());
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 5);
  EXPECT_THAT(csv, HasSubstr("\"<script>, \"\"wide\"\"\""));
  EXPECT_EQ(rowJson(historyRow("1", 5'000, "a")).at("status"), "ok");
}

TEST(HistoryPageTest, ThePageIsWholeInItself) {
  const std::string page = toHtml(sampleTimeline(), {});
  EXPECT_THAT(page, AllOf(StartsWith("<!DOCTYPE html>"), HasSubstr("<svg"), HasSubstr("<polyline"),
                          HasSubstr("buffer conv_1 4,900 -&gt; 5,900 bytes"), HasSubstr("</html>")));
  EXPECT_THAT(page, AllOf(Not(HasSubstr("<script")), Not(HasSubstr("src=")), Not(HasSubstr("href="))))
      << "it loads nothing, and a commit's subject is text";
}

TEST(HistoryChartTest, ALineHasADotForEachPointAndTheBudget) {
  const history::Series series = sampleTimeline().series[0];
  const std::string svg = lineChart(series, "arena");
  std::size_t dots = 0;
  for (std::size_t at = svg.find("<circle"); at != std::string::npos; at = svg.find("<circle", at + 1)) ++dots;
  EXPECT_EQ(dots, 4U);
  EXPECT_THAT(svg,
              AllOf(HasSubstr("r=\"5\" fill=\"#d2452a\""), HasSubstr("stroke-dasharray"), HasSubstr("2026-11-04")));
  EXPECT_THAT(lineChart(series, "weights"), IsEmpty());
}

} // namespace
} // namespace arenascope::output

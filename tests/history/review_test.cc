// A change's review, as Markdown, JSON and SVG.
#include "core/history/review.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "core/output/history/review_writer.h"
#include "tests/history/history_rows.h"

namespace arenascope::output {
namespace {

using test::historyCommit;
using test::historyRow;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(ReviewTest, NewGoneAndSameModelsAreTold) {
  const history::Row row = historyRow("1", 5'000, "a");
  EXPECT_TRUE(history::reviewed(std::nullopt, row).isNew());
  EXPECT_TRUE(history::reviewed(row, std::nullopt).isGone());
  EXPECT_FALSE(history::reviewed(row, row).hasChanged());
  history::Review review{"main", {}, {}, {history::reviewed(row, row)}, {}};
  EXPECT_FALSE(review.hasChanged());
  review.problems = {"net.tflite: it cannot be read"};
  EXPECT_TRUE(review.hasChanged()) << "a comment says so";
}

history::Review sampleReview() {
  history::Row before = historyRow("1", 5'000, "a");
  history::Row now = historyRow("2", 6'000, "b");
  now.budgets = {{"arena", 5'500}};
  now.hazards = {"ask @somebody"};
  history::ReviewedModel same;
  same.path = "other.tflite";
  same.isUntouched = true;
  return {"main", historyCommit("1", {}), historyCommit("2", {"1"}), {history::reviewed(before, now), same}, {}};
}

TEST(ReviewWriterTest, MarkdownSaysWhatChangedAndWhy) {
  const std::string text = toMarkdown(sampleReview(), "arenas.svg");
  EXPECT_THAT(text, StartsWith(std::string(kReviewMarker) + ": changed -->\n"));
  EXPECT_THAT(text, HasSubstr("1 of 2 models changed against main (1)"));
  EXPECT_THAT(text, HasSubstr("| 5,000 → **6,000**, +1,000 (+20.0 %) |"));
  EXPECT_THAT(text, HasSubstr("buffer conv\\_1 4,900 -> 5,900 bytes"));
  EXPECT_THAT(text, AllOf(HasSubstr("❌ over"), HasSubstr("at most 5,500"), HasSubstr("](<arenas.svg>)")));
  EXPECT_THAT(text, Not(HasSubstr("@somebody"))) << "names in a model notify nobody";
  history::Review none = sampleReview();
  none.models.erase(none.models.begin());
  EXPECT_EQ(toMarkdown(none),
            std::string(kReviewMarker) + ": no change -->\n### ArenaScope: no change against main (1)\n");
}

TEST(ReviewWriterTest, JsonAndChartHaveBothSides) {
  const auto json = nlohmann::json::parse(toJson(sampleReview()));
  EXPECT_EQ(json.at("changed"), true);
  EXPECT_EQ(json.at("models").at(0).at("before").at("figures").at("arena"), 5'000);
  EXPECT_EQ(json.at("models").at(0).at("state"), "changed");
  EXPECT_EQ(json.at("models").at(1).at("state"), "untouched");
  const std::string svg = toSvg(sampleReview());
  EXPECT_THAT(svg, AllOf(StartsWith("<svg"), HasSubstr("5,000"), HasSubstr("6,000"), HasSubstr("</svg>")));
}

} // namespace
} // namespace arenascope::output

#include "core/output/json_parts.h"

#include <gtest/gtest.h>

#include "core/output/json_writer.h"
#include "tests/support/test_models.h"

namespace arenascope::output {
namespace {

TEST(JsonPartsTest, AReportIsToldFromOtherDocuments) {
  const report::Report report = test::profileOf(test::sampleModel("sine"), "cortex-m4");
  EXPECT_TRUE(isProfile(reportJson(report, false)));
  EXPECT_TRUE(isProfile(Json::parse(toJson(report))));
  for (const char* text :
       {"[]", "7", "{}", R"({"schema": "arenascope.profile.1"})", R"({"schema": "arenascope.profile.1", "model": 1})",
        R"({"schema": "arenascope.profile.1", "model": {"path": 1}})",
        R"({"schema": "arenascope.plan.1", "model": {"path": "a"}})"})
    EXPECT_FALSE(isProfile(Json::parse(text))) << text;
}

TEST(JsonPartsTest, FiguresAreFoundWhereTheyAre) {
  const report::Report report = test::profileOf(test::sampleModel("sine"), "cortex-m4");
  const Json json = reportJson(report, false);
  EXPECT_EQ(figureIn(json, "arena", "minimum_bytes"), report.arena->minimum);
  EXPECT_EQ(figureIn(json, "cycles", "total"), report.cost->total.cycles);
  EXPECT_EQ(figureIn(json, "arena", "no_such"), std::nullopt);
  EXPECT_EQ(figureIn(json, "status", "ok"), std::nullopt) << "a text has no parts";
  EXPECT_EQ(figureIn(Json::parse(R"({"arena": {"minimum_bytes": -1}})"), "arena", "minimum_bytes"), std::nullopt);
}

// Whoever names a tensor so: the document stays one.
TEST(JsonPartsTest, TextThatIsNotUtf8IsReplaced) {
  const Json json = {{"name", "a\xFF"}};
  EXPECT_EQ(dumped(json), "{\n \"name\": \"a\xEF\xBF\xBD\"\n}\n");
  EXPECT_EQ(dumpedLine(json), "{\"name\":\"a\xEF\xBF\xBD\"}\n");
}

} // namespace
} // namespace arenascope::output

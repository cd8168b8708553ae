
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/output/baseline_reader.h"
#include "core/output/budget_writers.h"
#include "core/output/json_writer.h"
#include "core/report/budget_check.h"
#include "tests/support/test_models.h"

namespace arenascope::output {
namespace {

using report::BudgetCheck;
using report::BudgetRules;
using testing::HasSubstr;

const report::Report& sine() {
  static const report::Report kReport = test::profileOf(test::sampleModel("sine"), "cortex-m4");
  return kReport;
}

BudgetRules withBaseline(const report::Report& report) {
  BudgetRules rules;
  rules.baseline = *readBaseline(toJson(report), "old.json");
  return rules;
}

report::Report larger() {
  report::Report report = sine();
  report.arena->minimum += 16;
  report.arena->tail += 16;
  report.cost->total.cycles += report.cost->total.cycles / 50;
  return report;
}

TEST(BudgetTest, AReportPassesItsOwnBaseline) {
  const auto verdict = report::checkBudgets(sine(), withBaseline(sine()));
  ASSERT_TRUE(verdict);
  EXPECT_TRUE(verdict->passed());
  EXPECT_EQ(verdict->checks.size(), report::figureKeys().size());
  for (const BudgetCheck& check : verdict->checks) EXPECT_EQ(check.before, check.value) << check.figure->key;
}

TEST(BudgetTest, ArenaAndCyclesMayNotGrowUnlessSaid) {
  BudgetRules rules = withBaseline(sine());
  const auto strict = report::checkBudgets(larger(), rules);
  EXPECT_FALSE(strict->passed());
  EXPECT_THAT(strict->checks.front().why, HasSubstr("minimum arena grew from 1,296 to 1,312 bytes"));
  EXPECT_TRUE(strict->checks[3].passed) << "the tail is only shown";
  EXPECT_FALSE(report::addTolerance(rules, "arena=16"));
  EXPECT_FALSE(report::checkBudgets(larger(), rules)->passed()) << "cycles grew by 2 %";
  EXPECT_FALSE(report::addTolerance(rules, "cycles=2.5%"));
  EXPECT_TRUE(report::checkBudgets(larger(), rules)->passed());
  EXPECT_FALSE(report::addTolerance(rules, "tail=0"));
  EXPECT_FALSE(report::checkBudgets(larger(), rules)->passed());
  EXPECT_FALSE(report::addTolerance(rules, "tail=none"));
  EXPECT_TRUE(report::checkBudgets(larger(), rules)->passed());
}

TEST(BudgetTest, WrongThresholdsAreNamed) {
  BudgetRules rules;
  for (const char* text : {"", "arena", "arena=+1", "arena=1.5", "arena=1KB", "arena=", "arena=-1", "arena=1x",
                           "speed=1", "cycles=%", "cycles=-3%"}) {
    const auto wrong = report::addTolerance(rules, text);
    ASSERT_TRUE(wrong) << text;
    EXPECT_THAT(wrong->message, HasSubstr("figures: arena, used")) << text;
  }
}

TEST(BudgetTest, BaselinesOfOtherKinds) {
  const auto message = [](const std::string& text) {
    const auto baseline = readBaseline(text, "old.json");
    return baseline ? std::string() : baseline.error().message;
  };
  EXPECT_THAT(message(""), HasSubstr("old.json is not JSON"));
  EXPECT_THAT(message("[]"), HasSubstr("has no \"schema\""));
  EXPECT_THAT(message(R"({"schema": 3})"), HasSubstr("has no \"schema\""));
  EXPECT_THAT(message(R"({"schema": "arenascope.profile.9"})"), HasSubstr("version arenascope.profile.9"));
  EXPECT_THAT(message(R"({"schema": "arenascope.plan.1"})"), HasSubstr("arenascope.plan.1"));
  EXPECT_THAT(message(R"({"schema": "arenascope.profile.1", "status": "failed"})"), HasSubstr("failed"));
  EXPECT_THAT(message(R"({"schema": "arenascope.profile.1", "status": "ok", "arena": 3})"), HasSubstr("no figures"));
  BudgetRules rules = withBaseline(sine());
  rules.baseline->kernels = "reference";
  EXPECT_THAT(report::checkBudgets(sine(), rules).error().message, HasSubstr("compare reports of the same kind"));
}

TEST(BudgetTest, FiguresOfTheWrongTypeAreNotThere) {
  auto json = nlohmann::json::parse(toJson(sine()));
  for (const nlohmann::json& wrong : {nlohmann::json(-5), nlohmann::json(1.5), nlohmann::json("7")}) {
    json["cycles"]["total"] = wrong;
    BudgetRules rules;
    rules.baseline = *readBaseline(json.dump(), "old.json");
    const auto verdict = report::checkBudgets(sine(), rules);
    EXPECT_FALSE(verdict->passed()) << wrong;
    EXPECT_THAT(verdict->checks.back().why, HasSubstr("cycles cannot be compared: baseline old.json does not have it"));
  }
}

TEST(BudgetTest, ThresholdsTakeBytesAsBudgetsDo) {
  BudgetRules rules;
  EXPECT_FALSE(report::addTolerance(rules, "arena=2K"));
  EXPECT_EQ(rules.tolerances.at("arena").absolute, 2048U);
  EXPECT_FALSE(report::addTolerance(rules, "arena=18446744073709551615"));
  rules.baseline = *readBaseline(toJson(sine()), "old.json");
  EXPECT_TRUE(report::checkBudgets(sine(), rules)->checks.front().passed)
      << "as much as anybody wants does not wrap around";
  EXPECT_TRUE(report::addTolerance(rules, "arena=18446744073709551616"));
  EXPECT_TRUE(report::addTolerance(rules, "cycles=nan%"));
}

TEST(BudgetTest, MarkdownAndJUnitSayTheSame) {
  BudgetRules rules = withBaseline(sine());
  rules.limits["cycles"] = 10;
  const report::Report report = larger();
  const auto verdict = report::checkBudgets(report, rules);
  const std::string markdown = toMarkdown(report, *verdict);
  EXPECT_THAT(markdown, HasSubstr("| minimum arena, bytes | 1,296 | 1,312 | +16"));
  EXPECT_THAT(markdown, HasSubstr("over budget: an inference takes"));
  const std::string junit = toJUnit(report, *verdict);
  EXPECT_THAT(junit, HasSubstr("<testsuites tests=\"3\" failures=\"2\">"));
  EXPECT_THAT(junit, HasSubstr("<testcase name=\"runs\" classname=\"arenascope\"/>"));
}

TEST(BudgetTest, AFailedReportIsAFailedCase) {
  report::Report report = test::profileOf(test::sampleModel("sine"), "host");
  report.error = Error{Stage::kInvoke, "a < b & \"c\""};
  const std::string junit = toJUnit(report, *report::checkBudgets(report, {}));
  EXPECT_THAT(junit, HasSubstr("failures=\"1\""));
  EXPECT_THAT(junit, HasSubstr("invoke: a &lt; b &amp; &quot;c&quot;"));
}

} // namespace
} // namespace arenascope::output

#include "core/output/answers/plan_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/output/answers/plan_text.h"

namespace arenascope::output {
namespace {

using testing::HasSubstr;

report::Report runWith(std::uint64_t head) {
  report::Report report;
  report.model.path = "/somewhere/model.tflite";
  report.target = "cortex-m4";
  report.kernels = "cmsis-nn";
  report.arena.emplace();
  report.arena->head = head;
  report.arena->minimum = head + 512;
  report.arena->recommended = head + 512;
  return report;
}

optimization::PlanReport planTo(std::uint64_t head) {
  optimization::PlanReport plan;
  plan.before = runWith(4096);
  plan.after = runWith(head);
  plan.greedyBytes = 4096;
  plan.lowerBound = 3072;
  return plan;
}

TEST(PlanTextTest, TheResultSaysWhatIsSavedOrWhyNothingIs) {
  EXPECT_EQ(describeResult(planTo(3072)),
            "The plan saves 1,024 bytes of arena; no plan in this order of operators saves more.");
  EXPECT_EQ(describeResult(planTo(3500)),
            "The plan saves 596 bytes of arena; no plan goes below a head of 3,072 bytes.");
  EXPECT_EQ(describeResult(planTo(4096)), "No better plan has been found.");
  EXPECT_THAT(describeResult(planTo(4100)), HasSubstr("needs 4 bytes of arena more"));
}

TEST(PlanTextTest, OnlyASearchThatWasEndedIsSpokenOf) {
  EXPECT_EQ(describeEnd(planner::SearchEnd::kDone), "");
  EXPECT_THAT(describeEnd(planner::SearchEnd::kStopped), HasSubstr("time limit"));
  EXPECT_THAT(describeEnd(planner::SearchEnd::kWork), HasSubstr("steps"));
}

TEST(PlanWriterTest, TextAndJsonHaveTheSameFigures) {
  const optimization::PlanReport plan = planTo(3072);
  const auto json = nlohmann::json::parse(toJson(plan, false));
  EXPECT_EQ(json["schema"], kPlanSchema);
  EXPECT_EQ(json["model"]["path"], "model.tflite");
  EXPECT_EQ(json["bytes"], 3072);
  EXPECT_EQ(json["proven_optimal"], true);
  EXPECT_EQ(json["result"], describeResult(plan));
  EXPECT_FALSE(json.contains("seconds"));
  EXPECT_TRUE(nlohmann::json::parse(toJson(plan, true)).contains("seconds"));
  const std::string text = toText(plan, false);
  EXPECT_THAT(text, HasSubstr(describeResult(plan)));
  EXPECT_THAT(text, HasSubstr("    head                              4,096          3,072  -1,024"));
}

TEST(PlanWriterTest, ASharedPlanNamesEachModel) {
  const optimization::SharedPlan shared = optimization::sharedPlan({planTo(3072), planTo(3500)});
  const auto json = nlohmann::json::parse(toJson(shared, false));
  EXPECT_EQ(json["shared"], true);
  ASSERT_EQ(json["models"].size(), 2U);
  EXPECT_EQ(json["models"][1]["bytes"], 3500);
  EXPECT_THAT(toText(shared, false), HasSubstr("2 models that take turns in one arena"));
}

} // namespace
} // namespace arenascope::output

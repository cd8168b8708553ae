// Budgets for continuous integration, as a user runs it.
#include "app/cli/options/budget_options.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using testing::HasSubstr;

using BudgetOptionsTest = test::ProgramTest;

TEST_F(BudgetOptionsTest, ABaselineHoldsUntilTheModelGrows) {
  ASSERT_EQ(run("profile " + sample("sine") + " --json '" + file("base.json") + "'"), 0);
  EXPECT_EQ(run("profile " + sample("sine") + " --baseline '" + file("base.json") + "'"), 0) << err_;
  EXPECT_THAT(err_, HasSubstr("within the limits of baseline")) << "all well, and said so";
  EXPECT_THAT(err_, HasSubstr("minimum arena 1,296 bytes (1,296 there), cycles "));
  EXPECT_EQ(run("profile " + sample("edge_detector") + " --other-model --baseline '" + file("base.json") +
                "' --markdown '" + file("report.md") + "' --junit '" + file("report.xml") + "'"),
            3);
  EXPECT_THAT(err_, HasSubstr("minimum arena grew from 1,296"));
  EXPECT_THAT(test::readText(file("report.md")), HasSubstr("❌"));
  EXPECT_THAT(test::readText(file("report.xml")), HasSubstr("failures=\"2\""));
  EXPECT_EQ(run("profile " + sample("edge_detector") + " --other-model --baseline '" + file("base.json") +
                "' --threshold arena=10000 --threshold cycles=none"),
            0)
      << err_;
  EXPECT_EQ(run("profile " + sample("sine") + " --baseline '" + file("base.json") + "' --threshold speed=1"), 2);
  EXPECT_EQ(run("profile " + sample("sine") + " --baseline /none.json"), 1);
  EXPECT_THAT(err_, HasSubstr("/none.json cannot be read"));
}

TEST_F(BudgetOptionsTest, CyclesHaveABudgetToo) {
  EXPECT_EQ(run("profile " + sample("sine") + " --max-cycles 1000"), 3);
  EXPECT_THAT(err_, HasSubstr("cycles, the budget is 1,000"));
  EXPECT_EQ(run("profile " + sample("sine") + " --max-cycles 100000"), 0);
  EXPECT_EQ(run("profile " + sample("sine") + " --max-cycles 1000 --target host"), 2);
  EXPECT_THAT(err_, HasSubstr("does not give it"));
}

// A limit that cannot be checked has not been met.
TEST_F(BudgetOptionsTest, WhatCannotBeComparedDoesNotPass) {
  const std::string base = " --baseline '" + file("base.json") + "'";
  ASSERT_EQ(run("profile " + sample("sine") + " --json '" + file("base.json") + "'"), 0);
  EXPECT_EQ(run("profile " + sample("sine") + " --no-invoke --threshold cycles=2%" + base + " --markdown '" +
                file("report.md") + "' --junit '" + file("report.xml") + "'"),
            3);
  EXPECT_THAT(err_, HasSubstr("cycles cannot be compared: this run on cortex-m4 does not give the figure"));
  EXPECT_THAT(test::readText(file("report.md")), HasSubstr("### ❌"));
  EXPECT_THAT(test::readText(file("report.md")), HasSubstr("| not known |"));
  EXPECT_THAT(test::readText(file("report.xml")), HasSubstr("failures=\"1\""));
  EXPECT_EQ(run("profile " + sample("sine") + " --no-invoke --threshold cycles=none" + base), 0) << err_;
  ASSERT_EQ(run("profile " + sample("sine") + " --no-invoke --json '" + file("base.json") + "'"), 0);
  EXPECT_EQ(run("profile " + sample("sine") + base), 3);
  EXPECT_THAT(err_, HasSubstr("base.json does not have it; leave it out with --threshold cycles=none"));
  EXPECT_EQ(run("profile " + sample("sine") + " --no-invoke" + base), 0) << "neither has cycles: " << err_;
  EXPECT_THAT(err_, HasSubstr("cycles not known in either"));
  EXPECT_EQ(run("profile " + sample("sine") + " --no-invoke --threshold cycles=5%" + base), 3) << "they were named";
}

TEST_F(BudgetOptionsTest, ABaselineOfSomethingElseIsWrongUse) {
  const std::string base = " --baseline '" + file("base.json") + "'";
  ASSERT_EQ(run("profile " + sample("keyword_spotter") + " --json '" + file("base.json") + "'"), 0);
  EXPECT_EQ(run("profile " + sample("sine") + base), 2) << "a smaller model would keep every limit";
  EXPECT_THAT(err_,
              HasSubstr("of keyword_spotter.tflite, the report of sine.tflite: compare reports of the same kind"));
  EXPECT_EQ(run("profile " + sample("keyword_spotter") + " --kernels reference" + base), 2);
  EXPECT_EQ(run("profile " + sample("keyword_spotter") + " --tflm 2023-05" + base), 2);
  std::filesystem::copy(test::sampleModel("keyword_spotter"), file("renamed.tflite"));
  EXPECT_EQ(run("profile '" + file("renamed.tflite") + "'" + base), 0) << "the same bytes: " << err_;
}

} // namespace
} // namespace arenascope

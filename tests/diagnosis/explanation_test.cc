#include "core/diagnosis/explanation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/diagnosis/memory_fits.h"
#include "core/diagnosis/tflm_replay.h"
#include "core/output/answers/explanation_writer.h"
#include "tests/support/test_models.h"

namespace arenascope::diagnosis {
namespace {

using report::Report;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::vector<Report>& keywordSpotter() {
  static const std::vector<Report> kReports = {
      test::profileOf(test::sampleModel("keyword_spotter"), "cortex-m4"),
      test::profileOf(test::sampleModel("keyword_spotter"), "cortex-m4", "reference")};
  return kReports;
}

Explanation explained(const std::string& text, const std::vector<Report>& reports = keywordSpotter()) {
  return explain(*parseMessages(text), reports);
}

// Whatever message an arena of any size brings about leads back to that size and to the allocation that failed.
TEST(ExplanationTest, EveryMessageLeadsBackToItsArena) {
  const Report& report = keywordSpotter().front();
  std::size_t messages = 0;
  for (std::uint64_t bytes = 150; bytes < report.arena->minimum; bytes += 97) {
    const ArenaOutcome outcome = replayInTflm(report, {bytes, 0});
    if (!outcome.refusal) continue;
    ++messages;
    const Explanation explanation = explained(tflmMessage(report, outcome));
    ASSERT_EQ(explanation.messages.size(), 1U);
    bool found = false;
    for (const MemoryFit& fit : explanation.messages.front().fits)
      found = found || (fit.report == 0 && fit.event == outcome.refusal->event && fit.arenaLow <= bytes &&
                        bytes <= fit.arenaHigh);
    EXPECT_TRUE(found) << bytes << ": " << tflmMessage(report, outcome);
  }
  EXPECT_GT(messages, 200U);
}

TEST(ExplanationTest, SaysSectionMomentAndWhatWillDo) {
  const Report& report = keywordSpotter().front();
  const ArenaOutcome outcome = replayInTflm(report, {20'000, 0});
  const Explanation explanation = explained(tflmMessage(report, outcome) + "\nAllocateTensors() failed");
  const std::string text = output::toText(explanation, keywordSpotter(), false);
  EXPECT_THAT(text, HasSubstr("did not fit into the head"));
  EXPECT_THAT(text, HasSubstr("in an arena of 20,000 "));
  EXPECT_THAT(text, HasSubstr("cortex-m4, cmsis-nn kernels"));
  EXPECT_EQ(explanation.consequences, 1U);
  const auto json = nlohmann::json::parse(output::toJson(explanation, keywordSpotter()));
  EXPECT_EQ(json.at("messages").at(0).at("fits").at(0).at("minimum_bytes"), report.arena->minimum);
  const auto size = sizeThatWillDo(explanation, keywordSpotter(), report);
  ASSERT_TRUE(size);
  EXPECT_EQ(size->bytes, report.arena->recommended);
  EXPECT_EQ(size->report, 0U);
}

// Of several runs that print a message the one on screen is answered for, whatever another one needs.
TEST(ExplanationTest, WhatWasChosenComesFirst) {
  std::vector<Report> reports = {keywordSpotter().front(), keywordSpotter().front()};
  reports[1].target = "host";
  reports[1].arena->recommended += 4096;
  const ArenaOutcome outcome = replayInTflm(reports[0], {20'000, 0});
  const Explanation explanation = explained(tflmMessage(reports[0], outcome), reports);
  for (const std::size_t chosen : {std::size_t{0}, std::size_t{1}}) {
    const auto size = sizeThatWillDo(explanation, reports, reports[chosen]);
    ASSERT_TRUE(size);
    EXPECT_EQ(size->report, chosen);
    EXPECT_EQ(size->bytes, reports[chosen].arena->recommended);
  }
  const std::string text = describe(*sizeThatWillDo(explanation, reports, reports[0]), reports);
  EXPECT_THAT(text, HasSubstr("Set kTensorArenaSize to 22,928 (cortex-m4, cmsis-nn kernels)."));
  EXPECT_THAT(text, HasSubstr("With host, cmsis-nn kernels, it would be 27,024."));
  report::RunConfiguration none;
  none.target = "esp32";
  EXPECT_EQ(sizeThatWillDo(explanation, reports, none)->report, 1U) << "the largest, where none was chosen";
}

TEST(ExplanationTest, SaysWhenNothingFits) {
  const Explanation explanation =
      explained("Failed to resize buffer. Requested: 19440, available 11876, missing: 7564");
  ASSERT_EQ(explanation.messages.size(), 1U);
  EXPECT_TRUE(explanation.messages.front().fits.empty());
  EXPECT_FALSE(sizeThatWillDo(explanation, keywordSpotter(), keywordSpotter().front()));
  EXPECT_THAT(output::toText(explanation, keywordSpotter(), false),
              HasSubstr("No run of this model prints these numbers"));
}

TEST(ExplanationTest, RunsThatFailedAreNotSaidToPrintNothing) {
  const std::string text = "Failed to resize buffer. Requested: 19440, available 11876, missing: 7564";
  std::vector<Report> reports = keywordSpotter();
  const auto fail = [](Report& report) {
    report.arena.reset();
    report.allocations.clear();
    report.error = Error{Stage::kPrepare, "the arena is too large"};
  };
  fail(reports[1]);
  const std::string one = output::toText(explained(text, reports), reports, false);
  EXPECT_THAT(one, HasSubstr("No run of this model prints these numbers"));
  EXPECT_THAT(one, HasSubstr("with cortex-m4, reference kernels is unknown"));
  EXPECT_THAT(one, HasSubstr("failed: the arena is too large"));
  fail(reports[0]);
  const Explanation explanation = explained(text, reports);
  EXPECT_THAT(output::toText(explanation, reports, false),
              AllOf(HasSubstr("every run of it failed here"), Not(HasSubstr("No run of this model"))));
  const auto json = nlohmann::json::parse(output::toJson(explanation, reports));
  EXPECT_EQ(json.at("runs").at(0).at("error"), "the arena is too large");
}

TEST(ExplanationTest, ALogThatRepeatsItselfIsExplainedOnce) {
  const std::string line = "Failed to resize buffer. Requested: 19440, available 11876, missing: 7564\n";
  std::string log;
  for (int i = 0; i < 1'000; ++i) log += line;
  const Explanation explanation = explained(log);
  ASSERT_EQ(explanation.messages.size(), 1U);
  EXPECT_EQ(explanation.messages.front().times, 1'000U);
  EXPECT_THAT(output::toText(explanation, keywordSpotter(), false), HasSubstr("missing: 7564 (1,000 times)"));
  for (int i = 0; i < 50; ++i) log += "Didn't find op for builtin opcode 'OP" + std::to_string(i) + "'\n";
  const Explanation longer = explained(log);
  EXPECT_EQ(longer.messages.size(), kMostExplained);
  EXPECT_EQ(longer.unexplained, 51 - kMostExplained);
  EXPECT_THAT(output::toText(longer, keywordSpotter(), false), HasSubstr("11 later messages are not explained"));
}

TEST(ExplanationTest, NamesOperatorsOfTheModel) {
  EXPECT_THAT(explained("Didn't find op for builtin opcode 'SOFTMAX'").messages.front().detail.front(),
              HasSubstr("operator 12 (SOFTMAX): call resolver.AddSoftmax()"));
  EXPECT_THAT(explained("Didn't find op for builtin opcode 'TILE'").messages.front().detail.front(),
              HasSubstr("has no such operator"));
  EXPECT_THAT(explained("Node CONV_2D (number 3) failed to prepare with status 1").messages.front().detail.front(),
              HasSubstr("another operator at that place"));
  EXPECT_THAT(
      explained("Couldn't register builtin op #9, resolver size is too small (2).").messages.front().detail.front(),
      HasSubstr("MicroMutableOpResolver<6>"));
}

TEST(ExplanationTest, UnknownTextIsNotUnderstood) {
  const Explanation explanation = explained("Guru Meditation Error");
  EXPECT_FALSE(explanation.understood());
  EXPECT_EQ(explanation.others.size(), 1U);
}

// Two messages of one device leave only the runs and arenas that print both.
TEST(ExplanationTest, MessagesOfOneDeviceAreTakenTogether) {
  const Report& report = keywordSpotter().front();
  const std::string first = tflmMessage(report, replayInTflm(report, {20'000, 0}));
  const std::string second = tflmMessage(report, replayInTflm(report, {20'064, 0}));
  ASSERT_NE(first, second);
  const Explanation apart = explained(first + "\n" + second);
  ASSERT_EQ(apart.together.size(), 1U);
  EXPECT_THAT(apart.together.front(), HasSubstr("No single run prints all these messages"));
  const Explanation together = explained(first + "\n" + first + "\n" + "Too many buffers (max is 1)");
  EXPECT_TRUE(together.together.empty() || !together.messages.front().fits.empty());
}

TEST(ExplanationTest, AnArenaThatIsKnownLeavesOnlyWhatComesInIt) {
  const Report& report = keywordSpotter().front();
  const std::string message = tflmMessage(report, replayInTflm(report, {20'000, 0}));
  EXPECT_FALSE(explain(*parseMessages(message), keywordSpotter(), 20'000).messages.front().fits.empty());
  const Explanation other = explain(*parseMessages(message), keywordSpotter(), 90'000);
  EXPECT_TRUE(other.messages.front().fits.empty());
  EXPECT_THAT(output::toText(other, keywordSpotter(), false), HasSubstr("The arena of 90,000 bytes is too small by"));
}

TEST(ExplanationTest, WithoutAFitTheShortfallIsALowerBound) {
  const Report& report = keywordSpotter().front();
  const std::uint64_t head = report.arena->head + 8'000;
  const Explanation explanation = explained("Failed to resize buffer. Requested: " + std::to_string(head) +
                                            ", available 11876, missing: " + std::to_string(head - 11'876));
  EXPECT_THAT(explanation.messages.front().detail.front(), HasSubstr("8,000 more than with cortex-m4"));
}

} // namespace
} // namespace arenascope::diagnosis

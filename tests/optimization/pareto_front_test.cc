#include "core/optimization/pareto_front.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/output/answers/candidate_reader.h"
#include "core/output/answers/pareto_writer.h"
#include "tests/support/test_models.h"

namespace arenascope::optimization {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Candidate candidate(const char* model, std::uint64_t arena, std::optional<std::uint64_t> cycles,
                    std::optional<std::uint64_t> flash) {
  return {.model = model, .arenaBytes = arena, .cycles = cycles, .flashBytes = flash};
}

std::vector<std::string> namesOf(const std::vector<Candidate>& models) {
  std::vector<std::string> names;
  for (const Candidate& each : models) names.push_back(each.model);
  return names;
}

TEST(ParetoFrontTest, WhatAnotherBeatsInAllIsNotOnIt) {
  EXPECT_THAT(namesOf(paretoFrontOf({candidate("slow", 100, 900, 50), candidate("large", 300, 200, 50),
                                     candidate("between", 200, 400, 50), candidate("beaten", 250, 450, 50)})),
              ElementsAre("slow", "between", "large"));
}

TEST(ParetoFrontTest, FlashAloneKeepsOneOnIt) {
  EXPECT_THAT(namesOf(paretoFrontOf({candidate("a", 100, 100, 80), candidate("b", 200, 200, 40)})),
              ElementsAre("a", "b"));
}

TEST(ParetoFrontTest, EqualOnesAreBothThere) {
  EXPECT_THAT(namesOf(paretoFrontOf({candidate("a", 100, 100, 80), candidate("b", 100, 100, 80)})),
              ElementsAre("a", "b"));
}

TEST(ParetoFrontTest, WhatOneDoesNotHaveIsNotCompared) {
  EXPECT_THAT(namesOf(paretoFrontOf({candidate("a", 100, std::nullopt, 80), candidate("b", 200, 1, 80)})),
              ElementsAre("a"));
}

std::string line(const char* model, int arena, int cycles, const char* kernels = "cmsis-nn") {
  return std::string(R"({"schema":"arenascope.profile.1","status":"ok","model":{"path":")") + model +
         R"("},"target":"cortex-m4","kernels":")" + kernels + R"(","arena":{"minimum_bytes":)" + std::to_string(arena) +
         R"(},"cycles":{"total":)" + std::to_string(cycles) + "}}\n";
}

TEST(ParetoFrontTest, AFileIsReadAndACutOffLineIsPassedOver) {
  const test::TemporaryFolder folder;
  const std::string failed =
      R"({"schema":"arenascope.profile.1","status":"failed","model":{"path":"bad"},"target":"cortex-m4"})";
  const auto path = folder.write("all.jsonl", line("a", 2048, 7) + failed + "\n" + line("b", 1024, 9) + "{\"schema\":");
  const auto candidates = output::readCandidates(path);
  ASSERT_TRUE(candidates) << candidates.error().message;
  EXPECT_EQ(candidates->failed, 1U);
  EXPECT_THAT(namesOf(candidates->models), ElementsAre("a", "b"));
  const std::string text = output::paretoText(*candidates);
  EXPECT_THAT(text, HasSubstr("2 of 2 models on cortex-m4 with cmsis-nn kernels"));
  EXPECT_THAT(text, HasSubstr("1 failed"));
  EXPECT_THAT(text, HasSubstr("1,024"));
}

// The model lies in flash as well as what runs it.
TEST(ParetoFrontTest, FlashIsThatOfModelAndCode) {
  const test::TemporaryFolder folder;
  const std::string whole =
      R"({"schema":"arenascope.profile.1","status":"ok","model":{"path":"a","bytes":1000},"target":"t","kernels":"k",)"
      R"("arena":{"minimum_bytes":16},"resolver":{"flash_bytes":30,"interpreter_flash_bytes":7}})"
      "\n";
  const auto candidates = output::readCandidates(folder.write("all.jsonl", whole));
  ASSERT_TRUE(candidates) << candidates.error().message;
  EXPECT_EQ(candidates->models.front().flashBytes, 1037U);
}

TEST(ParetoFrontTest, SeveralKernelSetsAndOtherLinesAreRefused) {
  const test::TemporaryFolder folder;
  const auto mixed =
      output::readCandidates(folder.write("mixed.jsonl", line("a", 1, 1) + line("b", 1, 1, "reference")));
  ASSERT_FALSE(mixed);
  EXPECT_THAT(mixed.error().message, HasSubstr("line 2 is for cortex-m4, reference kernels"));
  const auto other = output::readCandidates(folder.write("other.jsonl", std::string("[1]\n")));
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().message, HasSubstr("line 1 is not a report"));
  EXPECT_FALSE(output::readCandidates(folder.path() / "none"));
}

} // namespace
} // namespace arenascope::optimization

#include "service/store/documentation_search.h"

#include <gmock/gmock.h>

namespace arenascope::service {
namespace {

std::vector<std::string> found(const std::string& words, std::size_t most) {
  static const std::vector<DocumentationPage> pages = documentationPages();
  std::vector<std::string> topics;
  for (const DocumentationPage* page : searchPages(pages, words))
    if (topics.size() < most) topics.push_back(page->topic);
  return topics;
}

// What newcomers ask, in their words, without the site.
TEST(DocumentationSearchTest, AQuestionIsAnsweredWithinThreeResults) {
  const std::pair<const char*, const char*> questions[] = {
      {"where are the weights", "explanation/arena"},
      {"what is the tail", "explanation/arena"},
      {"arena_used_bytes", "explanation/arena"},
      {"what is temporary data", "explanation/arena"},
      {"greedy planner", "explanation/arena"},
      {"Failed to resize buffer", "how-to/error-message"},
      {"Didn't find op for builtin opcode", "how-to/error-message"},
      {"AllocateTensors() failed", "how-to/error-message"},
      {"region RAM overflowed", "how-to/error-message"},
      {"how to make the arena smaller", "how-to/shrink"},
      {"two models share one arena", "how-to/shrink"},
      {"which board do I need", "how-to/board"},
      {"GitHub action", "how-to/ci"},
      {"baseline threshold", "how-to/ci"},
      {"Zephyr CMake", "how-to/build-systems"},
      {"my own firmware image", "how-to/firmware"},
      {"wake word ESPHome", "how-to/esphome"},
      {"Slurm", "how-to/many-models"},
      {"exit status", "reference/exit-statuses"},
      {"npm browser", "get-started/browser"},
  };
  ASSERT_EQ(std::size(questions), 20U);
  for (const auto& [question, answer] : questions)
    EXPECT_THAT(found(question, 3), testing::Contains(answer)) << question;
}

TEST(DocumentationSearchTest, TheReferenceIsFoundByWhatTheProgramHas) {
  EXPECT_THAT(found("UNIDIRECTIONAL_SEQUENCE_LSTM", 3), testing::Contains("reference/operators"));
  EXPECT_THAT(found("minimum_proven", 1), testing::Contains("reference/json"));
  EXPECT_THAT(found("--fail-on", 3), testing::Contains("reference/exit-statuses"));
  EXPECT_THAT(found("nucleo-h743zi", 3), testing::Contains("reference/boards"));
  EXPECT_THAT(found("loop-iterations", 3), testing::Contains("reference/limits"));
}

TEST(DocumentationSearchTest, WhatIsNowhereIsNotFound) {
  EXPECT_THAT(found("zyzzyva", 3), testing::IsEmpty());
  EXPECT_THAT(found("what is the", 3), testing::IsEmpty());
  EXPECT_THAT(searchPages({}, "arena"), testing::IsEmpty());
}

} // namespace
} // namespace arenascope::service

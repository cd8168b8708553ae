#include "service/store/documentation_search.h"

#include <gmock/gmock.h>

#include <fstream>

namespace arenascope::service {
namespace {

std::vector<std::string> found(const std::string& words, std::size_t most) {
  static const std::vector<DocumentationPage> pages = documentationPages();
  std::vector<std::string> topics;
  for (const DocumentationPage* page : searchPages(pages, words))
    if (topics.size() < most) topics.push_back(page->topic);
  return topics;
}

TEST(DocumentationSearchTest, ANewcomersQuestionIsAnsweredWithinThreeResults) {
  std::ifstream file(ARENASCOPE_SOURCE_DIR "/tests/support/questions.tsv");
  int questions = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) continue;
    const std::string question = line.substr(0, line.find('\t'));
    EXPECT_THAT(found(question, 3), testing::Contains(line.substr(line.find('\t') + 1))) << question;
    questions += question.ends_with("?") ? 1 : 0;
  }
  EXPECT_EQ(questions, 21);
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

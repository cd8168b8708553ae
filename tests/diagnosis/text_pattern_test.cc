#include "core/diagnosis/text_pattern.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace arenascope::diagnosis {
namespace {

using testing::ElementsAre;

// Wherever its key is.
std::optional<PatternMatch> found(const TextPattern& pattern, const std::string& text) {
  for (std::size_t at = 0; at < text.size(); ++at)
    if (auto match = pattern.match(text, at)) return match;
  return std::nullopt;
}

TEST(TextPatternTest, ArgumentsAreReadByTheirKind) {
  const auto match = found(TextPattern("failed to resize buffer. requested: {requested}, available {n}"),
                           "E (312) Failed to resize buffer. Requested: 1320, available 1164\n");
  ASSERT_TRUE(match);
  EXPECT_THAT(match->values, ElementsAre("1320", "1164"));
}

TEST(TextPatternTest, CaseAndLineBreaksBetweenWordsDoNotMatter) {
  const TextPattern pattern("tensor {n} is missing");
  EXPECT_TRUE(found(pattern, "TENSOR 4 is\nmissing"));
  EXPECT_FALSE(found(pattern, "tensor four is missing")) << "a word is no number";
  EXPECT_FALSE(found(pattern, "tensor 4 is")) << "it is cut off";
}

TEST(TextPatternTest, WhatFollowsABarNeedNotBeThere) {
  const TextPattern pattern("arena too small|, missing {n} bytes");
  EXPECT_TRUE(found(pattern, "arena too small"));
  const auto whole = found(pattern, "arena too small, missing 16 bytes");
  ASSERT_TRUE(whole);
  EXPECT_THAT(whole->values, ElementsAre("16"));
}

TEST(TextPatternTest, TypesHaveTheirNumbers) {
  EXPECT_EQ(typeOfNumber("7"), "INT16");
  EXPECT_EQ(typeOfNumber("999"), "");
}

} // namespace
} // namespace arenascope::diagnosis

#include "core/base/limits.h"

#include <gtest/gtest.h>

namespace arenascope {
namespace {

std::string wrong(const std::string& text) {
  Limits limits;
  const auto error = setLimit(limits, text);
  return error ? error->message : "";
}

TEST(LimitsTest, EveryNameSetsItsOwnNumber) {
  ASSERT_GT(limitNames().size(), 5U);
  for (const LimitName& name : limitNames()) {
    Limits limits;
    ASSERT_EQ(setLimit(limits, name.name + std::string("=7")), std::nullopt) << name.name;
    for (const LimitName& other : limitNames())
      EXPECT_EQ(limits.*other.value, other.value == name.value ? 7 : Limits().*other.value) << name.name;
  }
}

TEST(LimitsTest, LettersStandForPowersOf1024) {
  Limits limits;
  for (const auto& [text, bytes] :
       {std::pair{"host-bytes=3K", 3072ULL}, {"host-bytes=2M", 2ULL << 20}, {"host-bytes=5G", 5ULL << 30}}) {
    ASSERT_EQ(setLimit(limits, text), std::nullopt);
    EXPECT_EQ(limits.hostBytes, bytes) << text;
  }
}

TEST(LimitsTest, WhatIsWrongIsSaid) {
  EXPECT_NE(wrong("speed=3").find("unknown limit \"speed\"; limits: model-bytes, tensors"), std::string::npos);
  for (const char* text : {"rank", "rank=", "rank=0", "rank=-1", "rank=9", "rank=three", "rank=4x", "rank=4 ",
                           "host-bytes=99999999999999999999", "host-bytes=9999999999999G", "host-bytes=K"})
    EXPECT_NE(wrong(text).find("takes a number from 1 to"), std::string::npos) << text;
}

} // namespace
} // namespace arenascope

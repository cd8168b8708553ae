#include "core/model/graph/strip_names.h"

#include <gtest/gtest.h>

namespace arenascope::model {
namespace {

TEST(StripNamesTest, LeadBackToTheirWhole) {
  EXPECT_EQ(stripName("conv1", 0, 3), "conv1 rows 0-3");
  EXPECT_EQ(wholeOfStrip("conv1 rows 0-3"), "conv1");
  const std::string longName = "a/very/long/path/of/a/layer/conv1";
  EXPECT_EQ(wholeOfStrip(stripName(longName, 12, 14)), stripNameTail(longName));
  EXPECT_TRUE(longName.ends_with(stripNameTail(longName)));
  EXPECT_LT(stripNameTail(longName).size(), longName.size());
  EXPECT_EQ(wholeOfStrip(stripName("of rows 1-2", 4, 5)), "of rows 1-2") << "a strip of a strip";
}

TEST(StripNamesTest, OtherNamesAreNone) {
  for (const char* name : {"conv1", "two rows", "two rows ", "rows 0-3", "a rows 3", "a rows 0-3-4", "a rows 0-x", ""})
    EXPECT_EQ(wholeOfStrip(name), std::nullopt) << name;
}

} // namespace
} // namespace arenascope::model

#include "core/base/text_parts.h"

#include <gtest/gtest.h>

namespace arenascope {
namespace {

TEST(TextPartsTest, TheSeparatorGoesWithWhatStandsBeforeIt) {
  std::string_view text = "one\n\nthree";
  EXPECT_EQ(takeUntil(text, '\n'), "one");
  EXPECT_EQ(takeUntil(text, '\n'), "");
  EXPECT_EQ(text, "three");
  EXPECT_EQ(takeUntil(text, '\n'), "three");
  EXPECT_EQ(text, "");
  EXPECT_EQ(takeUntil(text, '\n'), "");
}

} // namespace
} // namespace arenascope

#include "core/model/graph/view.h"

#include <gtest/gtest.h>

namespace arenascope::model {
namespace {

TEST(ViewTest, PartsOfOneWholeHaveTheSameBytesAtTheirDistanceOnly) {
  const std::vector<View> views = {{.whole = 0, .offset = 0}, {.whole = 0, .offset = 48}, {.whole = 2, .offset = 48}};
  EXPECT_TRUE(haveSameBytes(views, 0, 1, 48));
  EXPECT_TRUE(haveSameBytes(views, 1, 0, -48));
  EXPECT_FALSE(haveSameBytes(views, 0, 1, 32)) << "the same whole, another place";
  EXPECT_FALSE(haveSameBytes(views, 0, 2, 48)) << "another whole";
  EXPECT_FALSE(haveSameBytes(views, 0, 3, 0)) << "no such tensor";
}

} // namespace
} // namespace arenascope::model

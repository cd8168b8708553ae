#include "core/model/rewrite/resize/reshaping.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace arenascope::resize {
namespace {

using testing::ElementsAre;
using testing::Optional;

TEST(ReshapingTest, JoinedDimensionsMultiply) {
  EXPECT_THAT(reshaped({1, 3, 3, 64}, {1, 576}, {1, 2, 4, 64}, {}), Optional(ElementsAre(1, 512)));
  EXPECT_THAT(reshaped({1, 1, 1, 64}, {1, 64}, {1, 2, 2, 64}, {}), Optional(ElementsAre(1, 256)));
  EXPECT_THAT(reshaped({1, 7, 5, 8}, {1, 35, 8}, {1, 6, 4, 8}, {}), Optional(ElementsAre(1, 24, 8)));
  EXPECT_THAT(reshaped({1, 64, 1, 1}, {1, 64}, {3, 32, 1, 1}, {}), Optional(ElementsAre(3, 32)));
}

TEST(ReshapingTest, OfASplitDimensionOnePartFollows) {
  EXPECT_THAT(reshaped({1, 490}, {1, 49, 10, 1}, {1, 300}, {}), Optional(ElementsAre(1, 30, 10, 1)));
  EXPECT_THAT(reshaped({1, 6, 6, 32}, {1, 6, 6, 4, 8}, {1, 6, 6, 16}, {}), Optional(ElementsAre(1, 6, 6, 4, 4)))
      << "groups of channels stay";
  EXPECT_EQ(reshaped({1, 490}, {1, 49, 10, 1}, {1, 301}, {}), std::nullopt);
}

TEST(ReshapingTest, APixelForEachPositionBecomesTheImageAgain) {
  ImageSizes sizes;
  sizes.learn({1, 6, 4, 8}, {1, 9, 5, 8});
  EXPECT_THAT(reshaped({1, 24, 8}, {1, 6, 4, 8}, {1, 45, 8}, sizes), Optional(ElementsAre(1, 9, 5, 8)));
  sizes.learn({1, 6, 4, 3}, {1, 5, 9, 3});
  EXPECT_EQ(sizes.newSizeOf({6, 4}), std::nullopt) << "two answers are none";
}

} // namespace
} // namespace arenascope::resize

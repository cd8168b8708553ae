#include "core/model/rewrite/resize/drawn_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace arenascope::resize {
namespace {

using quantize::DraftTensor;
using testing::ElementsAre;

TEST(DrawnValuesTest, AreOldValuesAndAlwaysTheSame) {
  const DraftTensor weights{.name = "w",
                            .type = schema::TensorType_INT16,
                            .shape = {2, 2},
                            .data = builder::bytesOf(std::vector<std::int16_t>{-300, 7, 25, 1000})};
  const DraftTensor drawn = drawnFrom(weights, {5, 20});
  EXPECT_THAT(drawn.shape, ElementsAre(5, 20));
  const auto numbers = quantize::numbersOf<std::int16_t>(drawn);
  EXPECT_EQ(numbers.size(), 100U);
  EXPECT_THAT(numbers, testing::Each(testing::AnyOf(-300, 7, 25, 1000)));
  for (const int each : {-300, 7, 25, 1000}) EXPECT_GT(std::count(numbers.begin(), numbers.end(), each), 5);
  EXPECT_EQ(drawnFrom(weights, {5, 20}).data, drawn.data);
}

TEST(DrawnValuesTest, ScalesFollowTheirDimension) {
  const DraftTensor weights{.name = "w",
                            .type = schema::TensorType_INT8,
                            .shape = {2, 3},
                            .data = {1, 2, 3, 4, 5, 6},
                            .quantization = {{0.1F, 0.2F}, {0, 0}, 0}};
  EXPECT_THAT(drawnFrom(weights, {5, 3}).quantization.scales, ElementsAre(0.1F, 0.2F, 0.1F, 0.2F, 0.1F));
  EXPECT_THAT(drawnFrom(weights, {1, 3}).quantization.zeroPoints, ElementsAre(0));
  EXPECT_THAT(drawnFrom(weights, {2, 9}).quantization.scales, ElementsAre(0.1F, 0.2F));
}

// Two to a byte, the first in the lower half.
TEST(DrawnValuesTest, ReadsNumbersOfFourBits) {
  const DraftTensor weights{.name = "w", .type = schema::TensorType_INT4, .shape = {2}, .data = {0x5A}};
  const std::vector<std::uint8_t> drawn = drawnFrom(weights, {3, 3}).data;
  ASSERT_EQ(drawn.size(), 5U);
  for (std::size_t i = 0; i < 9; ++i) EXPECT_THAT(drawn[i / 2] >> (i % 2 * 4) & 15, testing::AnyOf(0xA, 0x5)) << i;
  EXPECT_EQ(drawn[4] >> 4, 0) << "nothing beyond the last";
}

} // namespace
} // namespace arenascope::resize

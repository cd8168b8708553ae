#include "core/model/rewrite/resize/layer_channels.h"

#include <gtest/gtest.h>

namespace arenascope::resize {
namespace {

// By hand, from the rule of MobileNet's authors: the nearest multiple of 8, at least 8 and at least 90 %.
TEST(LayerChannelsTest, RoundsAsMobileNetDoes) {
  EXPECT_EQ(scaledChannels(32, 0.5), 16);
  EXPECT_EQ(scaledChannels(24, 0.35), 8);
  EXPECT_EQ(scaledChannels(96, 0.35), 32) << "33.6";
  EXPECT_EQ(scaledChannels(32, 0.35), 16) << "11.2: 8 would be less than 90 %";
  EXPECT_EQ(scaledChannels(16, 1.4), 24) << "22.4";
  EXPECT_EQ(scaledChannels(8, 0.1), 8);
  EXPECT_EQ(scaledChannels(4, 0.5), 4) << "never more than before";
  EXPECT_EQ(scaledChannels(17, 1), 17);
  EXPECT_EQ(scaledChannels(3, 2), 8);
}

} // namespace
} // namespace arenascope::resize

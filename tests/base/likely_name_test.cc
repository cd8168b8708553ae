#include "core/base/likely_name.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace arenascope {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::vector<std::string> kBoards = {"raspberry-pi-pico", "raspberry-pi-pico-2", "nucleo-f446re", "nucleo-h743zi",
                                          "esp32-s3-box"};
const std::vector<std::string> kTargets = {"cortex-m4", "cortex-m7", "cortex-m33", "esp32s3"};

TEST(LikelyNameTest, NamesWhatIsMeant) {
  EXPECT_THAT(likelyNames("raspberry-pi-pico2", kBoards), ElementsAre("raspberry-pi-pico-2"));
  EXPECT_THAT(likelyNames("Raspberry Pi Pico", kBoards), ElementsAre("raspberry-pi-pico"));
  EXPECT_THAT(likelyNames("nucleo-f446er", kBoards), ElementsAre("nucleo-f446re")) << "two letters swapped";
  EXPECT_THAT(likelyNames("nucleo", kBoards), ElementsAre("nucleo-f446re", "nucleo-h743zi")) << "a part of several";
  EXPECT_THAT(likelyNames("ESP32-S3", kTargets), ElementsAre("esp32s3"));
  EXPECT_THAT(likelyNames("cortexm4", kTargets), ElementsAre("cortex-m4"));
  EXPECT_THAT(likelyNames("esp", kTargets), ElementsAre("esp32s3")) << "cut short";
}

TEST(LikelyNameTest, GuessesNothingFarAway) {
  EXPECT_THAT(likelyNames("arduino-uno", kBoards), IsEmpty());
  EXPECT_THAT(likelyNames("", kBoards), IsEmpty());
  EXPECT_THAT(likelyNames("-", kBoards), IsEmpty());
  EXPECT_THAT(likelyNames(std::string(10'000, 'x'), kBoards), IsEmpty());
}

TEST(LikelyNameTest, CountsMistakes) {
  EXPECT_EQ(mistakesIn("tensor", "tensor"), 0U);
  EXPECT_EQ(mistakesIn("tesnor", "tensor"), 1U) << "two letters swapped";
  EXPECT_EQ(mistakesIn("tenso", "tensor"), 1U);
  EXPECT_EQ(mistakesIn("", "arena"), 5U);
}

TEST(LikelyNameTest, SaysItBehindAMessage) {
  EXPECT_EQ(didYouMean("cortexm4", kTargets), "; did you mean cortex-m4?");
  EXPECT_EQ(didYouMean("nucleo", kBoards), "; did you mean nucleo-f446re or nucleo-h743zi?");
  EXPECT_EQ(didYouMean("arduino-uno", kBoards), "");
}

} // namespace
} // namespace arenascope

// Misspelt names of options, commands, targets, kernels, boards, limits and files are caught.
#include "app/cli/options/one_of.h"

#include <gmock/gmock.h>

#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using testing::HasSubstr;
using testing::Not;

class OneOfTest : public test::ProgramTest {};

TEST_F(OneOfTest, TheNearestNameIsOffered) {
  const std::string profile = "profile " + sample("sine");
  const std::pair<std::string, const char*> kWrong[] = {
      {profile + " --target cortexm4", "did you mean cortex-m4?"},
      {profile + " --target ESP32-S3", "did you mean esp32s3?"},
      {profile + " --kernels cmsisnn", "did you mean cmsis-nn?"},
      {profile + " --target esp32s3 --kernels esp-nn@1.6.0", "the nearest is esp-nn@1.5.0, before it"},
      {profile + " --target esp32s3 --kernels esp-nn@1.0.2", "the nearest is esp-nn@1.1.0, after it"},
      {profile + " --board raspberry-pi-pico2", "did you mean raspberry-pi-pico-2?"},
      {profile + " --borad other", "profile has no option --borad; did you mean --board?"},
      {profile + " --planner greedi", "did you mean greedy?"},
      {profile + " --limit second=3", "did you mean seconds?"},
      {profile + " --tflm pico-2032", "did you mean pico-2023"},
      {"profil " + sample("sine"), "there is no subcommand profil; did you mean profile?"},
      {"profil profile " + sample("sine"), "there is no subcommand profil; did you mean profile?"},
      {"-v --log-file log profil", "there is no subcommand profil; did you mean profile?"},
      {"kernels ad", "there is no subcommand kernels ad; did you mean add?"},
      {"manual evidenc", "did you mean evidence?"},
      {"help", "did you mean arenascope --help?"},
      {"profile '" + (test::sampleModel("sine").parent_path() / "sine.tflit").string() + "'",
       "did you mean sine.tflite?"}};
  for (const auto& [words, says] : kWrong) {
    EXPECT_NE(run(words), 0) << words;
    EXPECT_THAT(err_, HasSubstr(says)) << words;
  }
}

TEST_F(OneOfTest, ANameOfAnotherKindIsSaidToBeThat) {
  const std::string profile = "profile " + sample("sine");
  const std::pair<std::string, const char*> kWrong[] = {
      {profile + " --target arduino-nano-33-ble", "arduino-nano-33-ble is a board, whose target is cortex-m4"},
      {"explain " + sample("sine") + " x --target raspberry-pi-pico2",
       "did you mean raspberry-pi-pico-2, a board, whose target is cortex-m33?"},
      {"compare " + sample("sine") + " --target cortex-m4,blue-pill",
       "blue-pill is a board, whose target is cortex-m3"},
      {profile + " --target rp2040", "boards with it: raspberry-pi-pico (target cortex-m0plus)"},
      {profile + " --target cmsis-nn", "cmsis-nn is a kernel set"},
      {profile + " --board esp32s3", "esp32s3 is a target, which these boards have: esp32-s3-box, xiao-esp32s3"},
      {profile + " --board stm32f407", "did you mean stm32f407-discovery?"},
      {profile + " --kernels cortex-m7", "cortex-m7 is a target, which these boards have: "},
      {profile + " --kernels pico-2023", "pico-2023 is a revision of TensorFlow Lite Micro"},
      {profile + " --tflm esp-nn@1.2.3", "esp-nn@1.2.3 is a kernel set"}};
  for (const auto& [words, says] : kWrong) {
    EXPECT_NE(run(words), 0) << words;
    EXPECT_THAT(err_, HasSubstr(says)) << words;
  }
}

TEST_F(OneOfTest, NothingFarAwayIs) {
  for (const std::string& words :
       {"profile " + sample("sine") + " --target z80", "profile " + sample("sine") + " --zzzzz",
        std::string("frobnicate"), std::string("profile /none/x.tflite")}) {
    EXPECT_NE(run(words), 0) << words;
    EXPECT_THAT(err_, Not(HasSubstr("did you mean"))) << words;
  }
}

} // namespace
} // namespace arenascope

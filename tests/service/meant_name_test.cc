// Names that are not among those of their kind: what people call a target, board, kernel set or revision elsewhere.
#include "service/store/meant_name.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/interpreter/tflm/revisions.h"
#include "emulator/engine/target.h"

namespace arenascope::service {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string target(const std::string& name) { return meantName(name, NameKind::kTarget, engine::targetNames()); }
std::string board(const std::string& name) {
  const std::vector<std::string> known = {"arduino-nano-33-ble", "esp32-devkitc", "esp32-c3-devkitm",
                                          "nrf5340dk",           "nucleo-f446re", "raspberry-pi-pico-2"};
  return meantName(name, NameKind::kBoard, known);
}
std::string kernels(const std::string& name) {
  const std::vector<std::string> known = {"reference", "cmsis-nn", "esp-nn"};
  return meantName(name, NameKind::kKernels, known);
}
std::string revision(const std::string& name) {
  std::vector<std::string> known;
  for (const tflm::Revision& each : tflm::kRevisions) known.emplace_back(each.name);
  return meantName(name, NameKind::kRevision, known);
}

TEST(MeantNameTest, ProcessorsInOtherSpellings) {
  for (const char* name : {"m4", "M4F", "cm4", "cortexm4", "cortex_m4", "Cortex-M4F"})
    EXPECT_EQ(target(name), "; did you mean cortex-m4?") << name;
  EXPECT_EQ(target("m0+"), "; did you mean cortex-m0plus?");
  EXPECT_EQ(target("x86"), "; did you mean host?");
  EXPECT_THAT(target("cortex-a53"), AllOf(HasSubstr("microcontrollers only"), Not(HasSubstr("cortex-m"))));
  EXPECT_THAT(target("esp32h2"), AllOf(HasSubstr("esp32c6"), Not(HasSubstr("esp32s2")))) << "RISC-V";
  EXPECT_THAT(target("avr"), HasSubstr("32-bit"));
  EXPECT_THAT(target("stm32u5a5"), HasSubstr("cortex-m33"));
}

TEST(MeantNameTest, BoardsWithoutAFileHaveATarget) {
  EXPECT_THAT(board("portenta"), HasSubstr("--target cortex-m7"));
  EXPECT_THAT(board("esp32-cam"), AllOf(HasSubstr("--target esp32 "), Not(HasSubstr("c3"))));
  EXPECT_THAT(board("nrf52840dk"), AllOf(HasSubstr("--target cortex-m4"), Not(HasSubstr("nrf5340"))));
  EXPECT_THAT(board("arduino-uno"), HasSubstr("8 bits"));
  EXPECT_EQ(board("raspberry-pi-pico2"), "; did you mean raspberry-pi-pico-2?");
  EXPECT_EQ(board("nucleo-f446"), "; did you mean nucleo-f446re?");
  EXPECT_EQ(board("toaster"), "");
}

TEST(MeantNameTest, KernelsAndRevisions) {
  EXPECT_EQ(kernels("ref"), "; did you mean reference?");
  EXPECT_THAT(kernels("optimized"), HasSubstr("leave --kernels out"));
  EXPECT_EQ(kernels("cmsis_nn"), "; did you mean cmsis-nn?");
  for (const char* name : {"2024-5", "202405", "may-2024", "2024/05/29", "May 2024"})
    EXPECT_EQ(revision(name), "; did you mean 2024-05?") << name;
  EXPECT_EQ(revision("esp-tflite-micro@1.3.3"), "; did you mean esp-1.3.3?");
  EXPECT_THAT(revision("latest"), HasSubstr("current"));
  EXPECT_THAT(revision("v2.4"), HasSubstr("versions of TensorFlow"));
  EXPECT_THAT(revision("esp"), HasSubstr("esp-1."));
  EXPECT_THAT(revision("2024-13"), Not(HasSubstr("2024-13")));
}

} // namespace
} // namespace arenascope::service

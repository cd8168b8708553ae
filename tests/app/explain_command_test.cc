// `arenascope explain` as a user runs it.
#include "app/cli/commands/subcommands.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using nlohmann::json;
using testing::HasSubstr;

using ExplainCommandTest = test::ProgramTest;

TEST_F(ExplainCommandTest, FindsTheTargetTheArenaAndWhatWillDo) {
  ASSERT_EQ(run("explain " + sample("sine") + " 'Too many buffers (max is 3)' --json -"), 0) << err_;
  const json explained = json::parse(out_);
  EXPECT_EQ(explained.at("schema"), "arenascope.explain.1");
  EXPECT_TRUE(explained.at("understood"));
  const json& fits = explained.at("messages").at(0).at("fits");
  ASSERT_FALSE(fits.empty());
  for (const json& fit : fits) {
    EXPECT_LT(fit.at("arena_bytes_at_most"), fit.at("minimum_bytes"));
    // It is true: with that arena it fails, with the recommended one it works.
    const std::string variant = " --target " + fit.at("target").get<std::string>() + " --kernels " +
                                fit.at("kernels").get<std::string>() + " --arena-size ";
    EXPECT_EQ(run("profile " + sample("sine") + variant + to_string(fit.at("arena_bytes"))), 1) << variant;
    EXPECT_EQ(run("profile " + sample("sine") + variant + to_string(fit.at("recommended_bytes"))), 0) << variant;
  }
}

TEST_F(ExplainCommandTest, TakesALogFromStandardInput) {
  EXPECT_EQ(shell("printf 'boot\\nDidn'\"'\"'t find op for builtin opcode '\"'\"'TANH'\"'\"'\\n' | '" +
                  std::string(ARENASCOPE_CLI) + "' explain " + sample("sine") + " -"),
            0)
      << err_;
  EXPECT_THAT(out_, HasSubstr("has no kernel for TANH"));
  EXPECT_THAT(out_, HasSubstr("1 other line in the text"));
}

// The refusal stands, and the message is explained still.
TEST_F(ExplainCommandTest, AModelThatIsRefusedDoesNotHideTheMessage) {
  ASSERT_EQ(shell("printf '<html><body>404 Not Found</body></html>' > '" + file("page.tflite") + "'"), 0);
  EXPECT_EQ(run("explain '" + file("page.tflite") + "' 'Type UINT8 (3) not supported.'"), 1);
  EXPECT_THAT(out_, HasSubstr("A kernel does not support tensors of type UINT8."));
  EXPECT_THAT(err_, HasSubstr("it is a web page"));
}

// A revision that lacks a target leaves it out; --target names it, and the error says why it cannot be.
TEST_F(ExplainCommandTest, ARevisionIsTriedOnTheTargetsThatItHas) {
  const std::string message = " 'Failed to resize buffer. Requested: 48, available 16, missing: 32' --tflm pico-2023";
  EXPECT_EQ(run("explain " + sample("sine") + message), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("TFLM pico-2023"));
  EXPECT_EQ(run("explain " + sample("sine") + message + " --target cortex-m55 --kernels cmsis-nn"), 1);
}

// The sample has a scale for each output channel, which TFLM of May to September 2024 refused: found by running it.
TEST_F(ExplainCommandTest, ABareFailureIsTriedWithWhatOthersShip) {
  EXPECT_EQ(run("explain " + sample("sine") + " 'AllocateTensors() failed' --arena-size 819200"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("The arena is not the cause: 819,200 bytes are enough"));
  EXPECT_THAT(out_, HasSubstr("1. The device's revision of TFLM refuses this model"));
  EXPECT_THAT(out_, HasSubstr("zephyr-2024 (May 2024)"));
}

// Xtensa saves windows of registers to its stack, which no other processor's figure says anything about.
TEST_F(ExplainCommandTest, StackIsMeasuredOnEspressifsRiscVAndNotOnXtensa) {
  const std::string explain =
      "explain " + sample("sine") + " 'A stack overflow in task main has been detected.' --target ";
  EXPECT_EQ(run(explain + "esp32c3"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("Measured with esp32c3"));
  EXPECT_THAT(out_, HasSubstr("Give the task that much"));
  EXPECT_EQ(run(explain + "esp32s3"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("has not been measured on the targets that have been tried"));
  EXPECT_THAT(out_, HasSubstr("ArenaScope measures no stack on Xtensa (ESP32, S2, S3)"));
}

// Where Invoke() failed and nothing else is known, the arena was large enough.
TEST_F(ExplainCommandTest, AnInvokeThatFailedIsNoArenaThatIsTooSmall) {
  EXPECT_EQ(run("explain " + sample("sine") + " 'Invoke failed' --target cortex-m4"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("after a successful AllocateTensors() the arena is large enough"));
  EXPECT_THAT(out_, HasSubstr("1. AllocateTensors() had already failed"));
  EXPECT_THAT(out_, testing::Not(HasSubstr("not registered")));
}

TEST_F(ExplainCommandTest, SizesBelowZeroAreCalledSoInEveryWording) {
  for (const char* message :
       {"Arena size is too small for all buffers. Needed 4294967040 but only 20000 was available.",
        "Failed to allocate tail memory. Requested: 4294967040, available 9, missing: 4294967031",
        "Failed to allocate memory for node_and_registrations, 4294967040 bytes required"}) {
    EXPECT_EQ(run("explain " + sample("sine") + " '" + message + "' --target cortex-m4"), 0) << err_;
    EXPECT_THAT(out_, HasSubstr("4,294,967,040 is -256 as a 32-bit number")) << message;
  }
}

TEST_F(ExplainCommandTest, SaysWhatIsWrong) {
  EXPECT_EQ(run("explain " + sample("sine") + " 'Guru Meditation Error'"), 1);
  EXPECT_THAT(err_, HasSubstr("no message of TensorFlow Lite Micro has been recognised"));
  EXPECT_EQ(run("explain " + sample("sine") + " ' '"), 1);
  EXPECT_THAT(err_, HasSubstr("is empty"));
  EXPECT_EQ(run("explain " + sample("sine")), 2);
  EXPECT_EQ(run("explain /none.tflite 'Too many buffers (max is 3)'"), 1);
  EXPECT_THAT(err_, HasSubstr("no such file"));
  EXPECT_EQ(run("explain " + sample("sine") + " 'AllocateTensors() failed'"), 0);
  EXPECT_THAT(out_, HasSubstr("paste it as well"));
}

} // namespace
} // namespace arenascope

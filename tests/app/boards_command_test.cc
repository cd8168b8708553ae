// `arenascope boards` as a user runs it, and --board.
#include "app/cli/commands/subcommands.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using testing::HasSubstr;

using BoardsCommandTest = test::ProgramTest;

TEST_F(BoardsCommandTest, BoardsAreListedAndComparedForAModel) {
  ASSERT_EQ(run("boards"), 0);
  EXPECT_THAT(out_, HasSubstr("raspberry-pi-pico "));
  ASSERT_EQ(run("boards " + sample("autoencoder") + " --csv '" + file("b.csv") + "'"), 0);
  EXPECT_THAT(out_, HasSubstr("frames/s"));
  EXPECT_THAT(test::readText(file("b.csv")), HasSubstr("\nstm32f746-discovery,cortex-m7,216,"));
  ASSERT_EQ(run("boards " + sample("autoencoder") + " --no-invoke --json -"), 0);
  EXPECT_GE(nlohmann::json::parse(out_).at("boards").size(), 12U);
}

TEST_F(BoardsCommandTest, WrongBoardsSaySo) {
  EXPECT_EQ(run("profile " + sample("autoencoder") + " --board no-such"), 2);
  EXPECT_THAT(err_, HasSubstr("there is no board no-such; there are: "));
  EXPECT_EQ(run("profile " + sample("autoencoder") + " --board nucleo-f446re --target cortex-m7"), 2);
  EXPECT_EQ(run("profile " + sample("autoencoder") + " --board nucleo-f446re --clock fast"), 2);
  EXPECT_EQ(run("profile " + sample("autoencoder") + " --clock 48"), 2);
  EXPECT_THAT(err_, HasSubstr("--clock requires --board"));
  EXPECT_EQ(run("boards /no/such/model.tflite"), 1);
  EXPECT_THAT(err_, HasSubstr("no such file"));
}

} // namespace
} // namespace arenascope

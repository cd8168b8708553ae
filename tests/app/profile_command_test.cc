// `arenascope profile` as a user runs it: what it prints, and its JSON.
#include "app/cli/commands/subcommands.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using testing::HasSubstr;

using ProfileCommandTest = test::ProgramTest;

TEST_F(ProfileCommandTest, ProfilePrintsTheSizeFirst) {
  ASSERT_EQ(run("profile " + sample("autoencoder")), 0);
  EXPECT_THAT(out_, HasSubstr("kTensorArenaSize = "));
  EXPECT_EQ(err_, "") << "no progress where nobody watches";
}

TEST_F(ProfileCommandTest, JsonOnStandardOutputIsAllThatIsThere) {
  ASSERT_EQ(run("profile " + sample("autoencoder") + " --json -"), 0);
  EXPECT_EQ(nlohmann::json::parse(out_).at("status"), "ok");
}

TEST_F(ProfileCommandTest, WritesAllThreeFiles) {
  ASSERT_EQ(run("profile " + sample("autoencoder") + " --target host --json '" + file("r.json") + "' --csv '" +
                file("r.csv") + "' --header '" + file("r.h") + "'"),
            0);
  const auto json = nlohmann::json::parse(test::readText(file("r.json")));
  EXPECT_FALSE(json.contains("cycles"));
  EXPECT_THAT(test::readText(file("r.h")),
              HasSubstr("kTensorArenaSize = " + std::to_string(json["arena"]["recommended_bytes"].get<int>())));
  EXPECT_THAT(test::readText(file("r.csv")), HasSubstr("FULLY_CONNECTED"));
}

TEST_F(ProfileCommandTest, AnArenaThatIsTooSmallFailsWithAReport) {
  EXPECT_EQ(run("profile " + sample("autoencoder") + " --arena-size 2000 --json -"), 1);
  const auto json = nlohmann::json::parse(out_);
  EXPECT_EQ(json.at("status"), "failed");
  EXPECT_GT(json.at("arena").at("minimum_bytes"), 2000);
  EXPECT_THAT(err_, HasSubstr("the arena has 2,000 bytes, but the model needs"));
}

TEST_F(ProfileCommandTest, ABoardGivesTimeAndWhatIsLeft) {
  ASSERT_EQ(run("profile " + sample("autoencoder") + " --board nucleo-f446re"), 0);
  EXPECT_THAT(out_, HasSubstr("NUCLEO-F446RE"));
  EXPECT_THAT(out_, HasSubstr("frames/s"));
  ASSERT_EQ(run("profile " + sample("autoencoder") +
                " --board raspberry-pi-pico --clock 50 --reserved-ram 1000 "
                "--reserved-flash 2000 --json -"),
            0);
  const auto json = nlohmann::json::parse(out_);
  EXPECT_EQ(json.at("target"), "cortex-m0plus");
  EXPECT_EQ(json.at("clock_hz"), 50'000'000);
  const auto& board = json.at("board");
  EXPECT_EQ(board.at("reserved_ram_bytes"), 1000);
  EXPECT_EQ(board.at("ram_left_bytes"), board.at("ram_bytes").get<int>() - 1000 - board.at("arena_bytes").get<int>());
  EXPECT_NEAR(board.at("milliseconds").get<double>(), json.at("cycles").at("total").get<double>() / 50e3, 1e-6);
}

TEST_F(ProfileCommandTest, WhatDoesNotFitABoardIsStatusOneWithAReport) {
  EXPECT_EQ(run("profile " + sample("person_detector") + " --board blue-pill --json -"), 1);
  EXPECT_EQ(nlohmann::json::parse(out_).at("board").at("fits"), false);
  EXPECT_EQ(nlohmann::json::parse(out_).at("status"), "ok") << "the run itself went well";
  EXPECT_THAT(err_, HasSubstr("does not fit Blue Pill"));
  EXPECT_THAT(err_, HasSubstr("of RAM missing"));
}

TEST_F(ProfileCommandTest, EveryReportSaysWhatErrorToExpect) {
  ASSERT_EQ(run("profile " + sample("autoencoder") + " --target riscv32 --json -"), 0);
  EXPECT_EQ(nlohmann::json::parse(out_).at("accuracy").at("experimental"), true);
  ASSERT_EQ(run("profile " + sample("autoencoder") + " --json -"), 0);
  EXPECT_EQ(nlohmann::json::parse(out_).at("accuracy").at("experimental"), false);
  ASSERT_EQ(run("profile " + sample("autoencoder")), 0);
  EXPECT_THAT(out_, HasSubstr("cycles against silicon: "));
  ASSERT_EQ(run("profile " + sample("autoencoder") + " --board arduino-nano-33-ble"), 0);
  EXPECT_THAT(out_, HasSubstr("cycles of kernels like those of CMSIS-NN "));
  EXPECT_THAT(out_, HasSubstr("the usual library is CMSIS-NN of April 2022 "));
  EXPECT_THAT(out_, HasSubstr("compiled by GCC 8, -Os"));
  EXPECT_THAT(out_, HasSubstr("cmsis-nn@Os kernels"));
  EXPECT_THAT(out_, HasSubstr("instructions of our kernels (TensorFlow Lite Micro of July 2026): FULLY_CONNECTED "));
  for (const auto& [subcommand, what] :
       {std::pair{"boards ", "cortex-m3: cycles against silicon: programs "},
        std::pair{"overhead --target riscv32 ", "riscv32: experimental: "},
        std::pair{"compare --target cortex-m7 ", "cortex-m7: cycles against silicon: "}}) {
    ASSERT_EQ(run(subcommand + sample("autoencoder")), 0) << subcommand;
    EXPECT_THAT(out_, HasSubstr(what)) << subcommand;
  }
}

// Images of other levels are built when they are asked for.
TEST_F(ProfileCommandTest, KernelsAtAnotherLevelNeedTheSameArena) {
  ASSERT_EQ(run("profile " + sample("sine") + " --kernels reference --json -"), 0);
  const auto usual = nlohmann::json::parse(out_);
  ASSERT_EQ(run("profile " + sample("sine") + " --kernels reference@Os --json -"), 0) << err_;
  const auto small = nlohmann::json::parse(out_);
  EXPECT_EQ(small.at("arena"), usual.at("arena"));
  EXPECT_EQ(small.at("outputs"), usual.at("outputs"));
  EXPECT_NE(small.at("instructions").at("total"), usual.at("instructions").at("total"));
  EXPECT_THAT(small.at("accuracy").at("compiler").get<std::string>(), testing::EndsWith(", -Os"));
  EXPECT_EQ(run("profile " + sample("sine") + " --target host --kernels reference@Os"), 1);
  EXPECT_THAT(err_, HasSubstr("has no kernel set reference@Os"));
}

TEST_F(ProfileCommandTest, UnsupportedOperatorsAreNamedAndTheRestIsReported) {
  EXPECT_EQ(run("profile " + written("mul.tflite", test::unsupportedOperatorModel()) + " --json -"), 1);
  const auto json = nlohmann::json::parse(out_);
  EXPECT_EQ(json.at("error").at("op"), 1);
  EXPECT_THAT(json.at("error").at("message").get<std::string>(), HasSubstr("TILE (operator 1)"));
  EXPECT_EQ(json.at("ops").size(), 2U);
}

TEST_F(ProfileCommandTest, TheLinearPlannerSharesNothing) {
  ASSERT_EQ(run("profile " + sample("person_detector") + " --planner linear --json -"), 0);
  const auto json = nlohmann::json::parse(out_);
  EXPECT_EQ(json.at("planner"), "linear");
  int sum = 0;
  for (const auto& buffer : json.at("planned_buffers")) sum += (buffer.at("bytes").get<int>() + 15) / 16 * 16;
  EXPECT_EQ(json.at("arena").at("head_bytes"), sum);
  EXPECT_EQ(run("profile " + sample("autoencoder") + " --planner none"), 2);
}

TEST_F(ProfileCommandTest, JsonSaysWhatTheTailIsAndHowLargeTwoArenasAre) {
  ASSERT_EQ(run("profile " + sample("person_detector") + " --json -"), 0);
  const auto json = nlohmann::json::parse(out_);
  int sum = 0;
  for (const auto& part : json.at("tail").at("parts")) sum += part.at("bytes").get<int>();
  EXPECT_EQ(json.at("arena").at("tail_bytes"), sum);
  EXPECT_EQ(json.at("split_arenas").at("non_persistent_bytes"), json.at("arena").at("head_bytes"));
  EXPECT_EQ(json.at("planned_buffers").at(0).at("use"), "input");
}

} // namespace
} // namespace arenascope

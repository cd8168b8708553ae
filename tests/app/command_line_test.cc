// The program as a user runs it: exit status, what is printed where, files written.
#include "app/cli/command_line.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using testing::HasSubstr;

class CommandLineTest : public test::ProgramTest {};

TEST_F(CommandLineTest, BudgetDecidesTheStatus) {
  EXPECT_EQ(run("profile " + sample("autoencoder") + " --budget 1000000"), 0);
  EXPECT_EQ(run("profile " + sample("autoencoder") + " --budget 1000"), 3);
  EXPECT_THAT(err_, HasSubstr("over budget"));
}

TEST_F(CommandLineTest, WrongUseIsStatusTwo) {
  EXPECT_EQ(run(""), 2);
  EXPECT_EQ(run("profile"), 2);
  EXPECT_EQ(run("profile x.tflite --no-such-option"), 2);
  EXPECT_EQ(run("profile x.tflite --target cortex-a9"), 2);
  EXPECT_EQ(run("profile x.tflite --arena-size many"), 2);
  EXPECT_EQ(run("profile " + sample("autoencoder") + " --input nonsense"), 2);
  EXPECT_EQ(run("--help"), 0);
  EXPECT_EQ(run("--version"), 0);
}

TEST_F(CommandLineTest, WhatIsNotPartOfThisVersionSaysSo) {
  EXPECT_EQ(run("profile " + sample("autoencoder") + " --target cortex-m99"), 2);
  EXPECT_THAT(err_, HasSubstr("cortex-m99 not in {cortex-m4,cortex-m0plus,cortex-m3,cortex-m7,cortex-m33,cortex-m55,"));
  EXPECT_EQ(run("profile " + sample("autoencoder") + " --target host --kernels cmsis-nn"), 1);
  EXPECT_THAT(err_, HasSubstr("target host has no kernel set cmsis-nn; it has: reference"));
}

TEST_F(CommandLineTest, ARevisionThatIsNotKnownIsWrongUse) {
  for (const char* words : {"profile ", "compare ", "explain ", "sweep ", "batch "}) {
    EXPECT_EQ(run(words + sample("sine") + " message --tflm foo"), 2) << words;
    EXPECT_THAT(err_, HasSubstr("revision foo of TensorFlow Lite Micro is unknown")) << words;
  }
}

TEST_F(CommandLineTest, BrokenModelsAreStatusOneWithOneMessage) {
  const std::vector<std::uint8_t> model = test::twoLayerModel();
  const std::vector<std::uint8_t> half(model.begin(), model.begin() + static_cast<std::ptrdiff_t>(model.size() / 2));
  for (const std::string& path :
       {written("empty.tflite", {}), written("half.tflite", half), written("text.tflite", {'h', 'e', 'l', 'l', 'o'}),
        std::string("/no/such/model.tflite"), std::string("/tmp")}) {
    EXPECT_EQ(run("profile " + path + " --json -"), 1) << path;
    EXPECT_EQ(nlohmann::json::parse(out_).at("status"), "failed") << path;
    EXPECT_EQ(std::count(err_.begin(), err_.end(), '\n'), 1) << err_;
  }
}

TEST_F(CommandLineTest, AFullDiskIsStatusOne) {
  for (const char* option : {"--json", "--csv", "--header", "--resolver"}) {
    EXPECT_EQ(run("profile " + sample("autoencoder") + " " + option + " /dev/full"), 1);
    EXPECT_THAT(err_, HasSubstr("No space left on device"));
  }
}

} // namespace
} // namespace arenascope

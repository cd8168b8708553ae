// `arenascope compare` as a user runs it.
#include "app/cli/commands/subcommands.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using testing::HasSubstr;

using CompareCommandTest = test::ProgramTest;

TEST_F(CompareCommandTest, ComparesTheKernelSetsOfOneModel) {
  ASSERT_EQ(run("compare " + sample("autoencoder")), 0);
  EXPECT_THAT(out_, HasSubstr("cmsis-nn"));
  EXPECT_THAT(out_, HasSubstr("reference"));
  EXPECT_THAT(out_, HasSubstr("The outputs are identical, byte for byte."));
  ASSERT_EQ(run("compare " + sample("autoencoder") + " --board nucleo-u575zi"), 0);
  EXPECT_THAT(out_, HasSubstr("reference"));
  ASSERT_EQ(run("compare " + sample("autoencoder") + " --kernels reference,cmsis-nn --json -"), 0);
  const auto json = nlohmann::json::parse(out_);
  ASSERT_EQ(json.at("reports").size(), 2U);
  EXPECT_EQ(json["reports"][0]["kernels"], "reference");
  EXPECT_GT(json["reports"][0]["cycles"]["total"], json["reports"][1]["cycles"]["total"]);
  EXPECT_EQ(json.at("outputs_identical"), true);
}

TEST_F(CompareCommandTest, ComparesRevisions) {
  ASSERT_EQ(run("compare " + sample("autoencoder") + " --kernels reference --tflm current,2023-05"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("TFLM 2023-05"));
  EXPECT_THAT(out_, HasSubstr("The outputs are identical, byte for byte."));
}

TEST_F(CompareCommandTest, ComparesTargetsAndModels) {
  ASSERT_EQ(run("compare " + sample("autoencoder") + " --target cortex-m4,cortex-m0plus,host"), 0);
  EXPECT_THAT(out_, HasSubstr("host, reference"));
  ASSERT_EQ(run("compare " + sample("autoencoder") + " " + sample("keyword_spotter") + " --no-invoke --csv '" +
                file("c.csv") + "'"),
            0);
  EXPECT_THAT(test::readText(file("c.csv")), HasSubstr("autoencoder index"));
  EXPECT_EQ(run("compare " + sample("autoencoder") + " --budget 1000"), 3);
}

TEST_F(CompareCommandTest, CompareSaysWhatItCannotDo) {
  EXPECT_EQ(run("compare " + sample("autoencoder") + " --target host"), 2);
  EXPECT_THAT(err_, HasSubstr("nothing to compare"));
  EXPECT_EQ(run("compare " + sample("autoencoder") + " /no/such/model.tflite"), 1);
  EXPECT_THAT(err_, HasSubstr("/no/such/model.tflite: no such file"));
  EXPECT_THAT(out_, HasSubstr("kTensorArenaSize")) << "what is known is printed";
}

} // namespace
} // namespace arenascope

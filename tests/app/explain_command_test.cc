// `arenascope explain` and `arenascope sweep` as a user runs them.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using nlohmann::json;
using testing::HasSubstr;

using ExplainCommandTest = test::ProgramTest;
using SweepCommandTest = test::ProgramTest;

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

TEST_F(ExplainCommandTest, SaysWhatIsWrong) {
  EXPECT_EQ(run("explain " + sample("sine") + " 'Guru Meditation Error'"), 1);
  EXPECT_THAT(err_, HasSubstr("no message of TensorFlow Lite Micro was recognised"));
  EXPECT_EQ(run("explain " + sample("sine") + " ' '"), 1);
  EXPECT_THAT(err_, HasSubstr("is empty"));
  EXPECT_EQ(run("explain " + sample("sine")), 2);
  EXPECT_EQ(run("explain /none.tflite 'Too many buffers (max is 3)'"), 1);
  EXPECT_THAT(err_, HasSubstr("no such file"));
  EXPECT_EQ(run("explain " + sample("sine") + " 'AllocateTensors() failed'"), 0);
  EXPECT_THAT(out_, HasSubstr("paste that as well"));
}

TEST_F(SweepCommandTest, OursAndTheReplayAgreeWhereverTheArrayLies) {
  ASSERT_EQ(run("sweep " + sample("sine") + " --sizes 1200:1400 --step 8 --json -"), 0) << err_;
  const json sweep = json::parse(out_);
  EXPECT_EQ(sweep.at("cells").size(), 26U * 16U);
  std::size_t works = 0;
  std::size_t inferences = 0;
  for (const json& cell : sweep.at("cells")) {
    EXPECT_EQ(cell.at("allocated").get<bool>(), cell.at("tflm") == "works") << cell;
    if (cell.at("tflm") == "works") ++works;
    if (cell.at("invoked").get<bool>()) ++inferences;
    EXPECT_EQ(cell.at("allocated").get<bool>(), !cell.contains("message")) << cell;
  }
  EXPECT_GT(works, 16U);
  EXPECT_EQ(inferences, 16U) << "one for each address";
  EXPECT_EQ(sweep.at("unaligned_bytes"), 1'312);
}

TEST_F(SweepCommandTest, GuardWatchesTheInferenceAtEveryAddress) {
  ASSERT_EQ(run("sweep " + sample("sine") + " --sizes 1312:1312 --guard --json -"), 0) << err_;
  for (const json& cell : json::parse(out_).at("cells")) EXPECT_GT(cell.at("guarded_accesses"), 100) << cell;
  ASSERT_EQ(run("sweep " + sample("sine") + " --sizes 1312:1312 --json -"), 0) << err_;
  for (const json& cell : json::parse(out_).at("cells")) EXPECT_FALSE(cell.contains("guarded_accesses")) << cell;
}

TEST_F(SweepCommandTest, AnArrayThatIsNotAlignedGetsWhatIsEnoughAnywhere) {
  ASSERT_EQ(run("profile " + sample("sine") + " --unaligned --header '" + file("a.h") + "'"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("enough wherever the array lies"));
  EXPECT_THAT(test::readText(file("a.h")), HasSubstr("kTensorArenaSize = 1312;"));
  EXPECT_THAT(test::readText(file("a.h")), HasSubstr("Enough wherever the array lies"));
}

TEST_F(SweepCommandTest, BudgetAndBadInput) {
  EXPECT_EQ(run("sweep " + sample("sine") + " --no-invoke --budget 1296"), 3) << "unaligned it needs 1,312";
  EXPECT_EQ(run("sweep " + sample("sine") + " --no-invoke --budget 1312"), 0);
  EXPECT_THAT(out_, HasSubstr("Anywhere: 1,312 bytes"));
  for (const char* sizes : {"x", "10", "20:10", "1:2:3", ":", "-1:4"})
    EXPECT_EQ(run("sweep " + sample("sine") + " --sizes=" + sizes), 2) << sizes;
  EXPECT_EQ(run("sweep " + sample("sine") + " --sizes 1:100000000"), 2);
  EXPECT_THAT(err_, HasSubstr("choose a larger step"));
}

} // namespace
} // namespace arenascope

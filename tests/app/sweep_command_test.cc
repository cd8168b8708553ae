// `arenascope sweep` as a user runs it.
#include "app/cli/commands/subcommands.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "core/diagnosis/sweep.h"
#include "service/diagnose/sweeping.h"
#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using nlohmann::json;
using testing::HasSubstr;

using SweepCommandTest = test::ProgramTest;

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
  EXPECT_THAT(out_, HasSubstr("enough for an array at any address"));
  EXPECT_THAT(test::readText(file("a.h")), HasSubstr("kTensorArenaSize = 1312;"));
  EXPECT_THAT(test::readText(file("a.h")), HasSubstr("Enough for an array at any address"));
}

TEST_F(SweepCommandTest, BudgetAndBadInput) {
  EXPECT_EQ(run("sweep " + sample("sine") + " --no-invoke --budget 1296"), 3) << "unaligned it needs 1,312";
  EXPECT_EQ(run("sweep " + sample("sine") + " --no-invoke --budget 1312"), 0);
  EXPECT_THAT(out_, HasSubstr("At any address: 1,312 bytes"));
  for (const char* sizes : {"x", "10", "20:10", "1:2:3", ":", "-1:4"})
    EXPECT_EQ(run("sweep " + sample("sine") + " --sizes=" + sizes), 2) << sizes;
  EXPECT_EQ(run("sweep " + sample("sine") + " --sizes 1:100000000"), 2);
  EXPECT_THAT(err_, HasSubstr("choose a larger step"));
}

} // namespace
} // namespace arenascope

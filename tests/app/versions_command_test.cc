// `arenascope versions` as a user runs it, and hazards where they are reported.
#include "app/cli/commands/subcommands.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "core/output/answers/versions_writer.h"
#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class VersionsCommandTest : public test::ProgramTest {
protected:
  std::string model() { return "'" + folder_.write("depthwise.tflite", test::depthwiseModel()).string() + "'"; }
  test::TemporaryFolder folder_;
};

TEST_F(VersionsCommandTest, SafeReleasesAreFoundAndOneIsPinned) {
  ASSERT_EQ(run("versions " + model() + " --target esp32s3 --json -"), 0) << err_;
  const json table = json::parse(out_);
  EXPECT_EQ(table.at("schema"), "arenascope.versions.1");
  EXPECT_EQ(table.at("versions").size(), 21U * 7U) << "esp-nn by esp-tflite-micro";
  for (const json& row : table.at("versions")) {
    const std::string kernels = row.at("kernels");
    const bool isFaulty = kernels >= "esp-nn@1.2.1" && kernels <= "esp-nn@1.3.2";
    EXPECT_EQ(row.at("hazards").size(), isFaulty ? 1U : 0U) << kernels;
    const int asked = isFaulty ? 5104 : kernels < "esp-nn@1.2.1" ? 80'304 : 39'520;
    EXPECT_EQ(row.at("scratch").at(0).at("bytes"), asked) << kernels;
    EXPECT_EQ(row.at("outputs_alike"), !isFaulty) << kernels;
  }
  EXPECT_EQ(table.at("safe").at("first").at("kernels"), "esp-nn@1.4.0");
  EXPECT_EQ(table.at("safe").at("last").at("kernels"), "esp-nn@1.5.0");
  EXPECT_EQ(table.at("safe").at("pinned").at("kernels"), "esp-nn@1.4.2") << "1.5.0 was not looked at";
  EXPECT_EQ(table.at("pin").at("file"), "idf_component.yml");
  EXPECT_THAT(table.at("pin").at("text").get<std::string>(),
              AllOf(HasSubstr("espressif/esp-nn: \"==1.4.2\""), HasSubstr("espressif/esp-tflite-micro: \"==1.4.1\"")));
}

TEST_F(VersionsCommandTest, TextAndChartSayTheSame) {
  const std::string chart = (folder_.path() / "chart.svg").string();
  ASSERT_EQ(run("versions " + model() + " --target esp32s3 --svg '" + chart + "'"), 0) << err_;
  EXPECT_THAT(out_, AllOf(HasSubstr("writes 75,200 bytes beyond its scratch"), HasSubstr("Keep to esp-nn@1.4.2"),
                          HasSubstr("upper bound")));
  EXPECT_THAT(test::readText(chart), AllOf(HasSubstr("<svg "), HasSubstr("esp-nn@1.3.1"), HasSubstr("#c8372d")));
}

TEST_F(VersionsCommandTest, MonthsOfTflmOnOtherTargets) {
  ASSERT_EQ(run("versions " + sample("sine") + " --target cortex-m4 --json -"), 0) << err_;
  const json table = json::parse(out_);
  const json& rows = table.at("versions");
  EXPECT_GT(rows.size(), 60U);
  EXPECT_EQ(rows.front().at("tflm"), "arduino-2021");
  EXPECT_EQ(rows.back().at("tflm"), "current");
  EXPECT_TRUE(rows.back().contains("cycles"));
  EXPECT_NE(rows.front().at("arena"), rows.back().at("arena")) << "structs have changed since";
  EXPECT_EQ(table.at("pin").at("file"), "west.yml");
}

TEST_F(VersionsCommandTest, AProfileMeetsTheHazardAndCanFailOnIt) {
  const std::string words = "profile " + model() + " --target esp32s3 --no-invoke --kernels ";
  ASSERT_EQ(run(words + "esp-nn@1.3.1"), 0) << err_;
  const std::size_t hazard = out_.find("Hazard:");
  ASSERT_NE(hazard, std::string::npos);
  EXPECT_LT(hazard, out_.find("kTensorArenaSize")) << "above the number";
  EXPECT_EQ(run(words + "esp-nn@1.3.1 --fail-on hazard --json -"), 3);
  EXPECT_EQ(json::parse(out_).at("hazards").at(0).at("written_bytes"), 80'304);
  EXPECT_THAT(err_, HasSubstr("use esp-nn 1.4.0"));
  ASSERT_EQ(run(words + "esp-nn@1.4.1 --fail-on hazard --json -"), 0) << err_;
  EXPECT_TRUE(json::parse(out_).at("hazards").empty());
  EXPECT_EQ(json::parse(out_).at("kernel_evidence").at("kind"), "read in its source");
  EXPECT_NE(run(words + "esp-nn@1.4.1 --fail-on weather"), 0);
}

TEST_F(VersionsCommandTest, BoardsExplanationsAndManifestsSayItToo) {
  ASSERT_EQ(run("boards " + model() + " --kernels esp-nn@1.3.1 --no-invoke"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("hazard: operator 0 (DEPTHWISE_CONV_2D) writes 75,200 bytes beyond its scratch"));
  run("explain " + model() + " 'CORRUPT HEAP: Bad tail at 0x3fcb8a10' --target esp32s3");
  EXPECT_THAT(out_, HasSubstr("Kernels are known to do so with this model: operator 0"));
  const std::string manifest = (folder_.path() / "wake.json").string();
  ASSERT_EQ(run("profile " + model() + " --no-invoke --esphome '" + manifest + "'"), 0) << err_;
  EXPECT_THAT(err_, HasSubstr("hazard: operator 0 (DEPTHWISE_CONV_2D)"));
}

} // namespace
} // namespace arenascope

// `arenascope compress` as a user runs it.
#include "app/cli/commands/subcommands.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class CompressCommandTest : public test::ProgramTest {
protected:
  std::string layers() const { return written("layers.tflite", test::greedilyPlannedBadlyModel()); }
};

TEST_F(CompressCommandTest, WritesAModelThatProfileFindsAsPromised) {
  ASSERT_EQ(run("compress " + layers() + " --json - --write '" + file("small.tflite") + "' --resolver '" +
                file("ops.h") + "'"),
            0)
      << err_;
  const json report = json::parse(out_);
  EXPECT_EQ(report.at("schema"), "arenascope.compression.1");
  EXPECT_TRUE(report.at("gains"));
  EXPECT_TRUE(report.at("outputs_identical"));
  EXPECT_EQ(report.at("model_bytes"), std::filesystem::file_size(file("small.tflite")));
  EXPECT_EQ(report.at("saved_model_bytes"),
            report.at("model").at("bytes").get<int>() - report.at("model_bytes").get<int>());
  EXPECT_EQ(report.at("saved_bytes"),
            report.at("saved_model_bytes").get<int>() - report.at("added_code_bytes").get<int>());
  EXPECT_EQ(report.at("new_operators"), json::array({"TFLM_DECODE"}));
  ASSERT_EQ(report.at("constants").size(), 3U);
  EXPECT_EQ(report.at("constants").at(0).at("method"), "table");
  EXPECT_EQ(report.at("constants").at(0).at("bits"), 2);
  EXPECT_THAT(test::readText(file("ops.h")), HasSubstr("AddDecode"));
  ASSERT_EQ(run("profile '" + file("small.tflite") + "' --json -"), 0) << err_;
  const json profile = json::parse(out_);
  EXPECT_EQ(profile.at("arena"), report.at("after"));
  EXPECT_EQ(profile.at("cycles").at("total"), report.at("cycles"));
  const json& apart = report.at("decompression_memory");
  const std::string bytes = std::to_string(apart.at("bytes").get<int>());
  ASSERT_EQ(run("profile '" + file("small.tflite") + "' --decompression-memory " + bytes + " --json -"), 0) << err_;
  const json beside = json::parse(out_);
  EXPECT_EQ(beside.at("arena"), apart.at("arena"));
  EXPECT_EQ(beside.at("decompression_memory").at("used_bytes"), apart.at("bytes"));
  ASSERT_EQ(run("profile '" + file("small.tflite") + "' --decompression-memory 64K"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("of 65,536 bytes, outside the arena"));
}

TEST_F(CompressCommandTest, SaysWhatItSavesAndCosts) {
  ASSERT_EQ(run("compress " + layers()), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("of flash (model -"));
  EXPECT_THAT(out_, HasSubstr("bytes of arena instead of"));
  EXPECT_THAT(out_, HasSubstr("3 constants compressed."));
  EXPECT_THAT(out_, HasSubstr("The resolver also needs AddDecode()"));
  EXPECT_THAT(out_, HasSubstr("2-bit table"));
  EXPECT_THAT(out_, HasSubstr("equal bit for bit on nine inputs"));
}

TEST_F(CompressCommandTest, WithNothingToGainTheModelStays) {
  const std::string model = written("two.tflite", test::twoLayerModel());
  ASSERT_EQ(run("compress " + model + " --write '" + file("same.tflite") + "'"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("Nothing to gain"));
  EXPECT_EQ(test::readText(file("same.tflite")), test::readText(file("two.tflite")));
  ASSERT_EQ(run("compress " + model + " --json -"), 0) << err_;
  const json report = json::parse(out_);
  EXPECT_FALSE(report.at("gains"));
  EXPECT_FALSE(report.contains("after"));
  EXPECT_EQ(report.at("left").size(), 2U);
}

TEST_F(CompressCommandTest, BadInputIsNamed) {
  EXPECT_EQ(run("compress '" + file("missing.tflite") + "' --json -"), 1);
  EXPECT_EQ(json::parse(out_).at("schema"), "arenascope.compression.1");
  EXPECT_EQ(run("compress " + layers() + " --max-cycles-growth x"), 2);
}

} // namespace
} // namespace arenascope

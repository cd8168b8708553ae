// `arenascope shrink` as a user runs it.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class ShrinkCommandTest : public test::ProgramTest {
protected:
  std::string wide() const { return written("wide.tflite", test::wideInTheMiddleModel()); }
};

TEST_F(ShrinkCommandTest, WritesAModelThatProfileFindsAsPromised) {
  ASSERT_EQ(run("shrink " + wide() + " --kernels cmsis-nn --json - --write '" + file("small.tflite") + "'"), 0) << err_;
  const json report = json::parse(out_);
  EXPECT_EQ(report.at("schema"), "arenascope.shrink.1");
  EXPECT_TRUE(report.at("outputs_identical"));
  const json& chosen = report.at("points").at(report.at("chosen").get<std::size_t>());
  EXPECT_TRUE(chosen.at("proven"));
  EXPECT_EQ(chosen.at("arena_bytes"), report.at("after").at("minimum_bytes"));
  EXPECT_EQ(chosen.at("flash_bytes"), std::filesystem::file_size(file("small.tflite")));
  EXPECT_EQ(report.at("points").at(0).at("arena_bytes"), report.at("before").at("minimum_bytes"));
  EXPECT_FALSE(report.contains("seconds"));
  ASSERT_EQ(run("profile '" + file("small.tflite") + "' --kernels cmsis-nn --json -"), 0) << err_;
  EXPECT_EQ(json::parse(out_).at("arena"), report.at("after"));
  ASSERT_EQ(run("profile '" + file("small.tflite") + "' --kernels cmsis-nn"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("of the original in"));
}

TEST_F(ShrinkCommandTest, SaysWhatWasFoundAndWhatItCosts) {
  ASSERT_EQ(run("shrink " + wide() + " --kernels cmsis-nn --means strips"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("the model as it is"));
  EXPECT_THAT(out_, HasSubstr("bytes of arena instead of"));
  EXPECT_THAT(out_, HasSubstr("strips: operators"));
  EXPECT_THAT(out_, HasSubstr("its outputs are the model's own"));
}

TEST_F(ShrinkCommandTest, DrawsArenaAgainstCycles) {
  const std::string svg = file("front.svg");
  // Also: a list takes one word, so that the model may come after it.
  ASSERT_EQ(run("shrink --kernels cmsis-nn " + wide() + " --means strips --svg '" + svg + "'"), 0) << err_;
  const std::string picture = test::readText(svg);
  EXPECT_THAT(picture, HasSubstr("Smaller arenas for wide.tflite"));
  EXPECT_THAT(picture, HasSubstr("growth of cycles"));
}

TEST_F(ShrinkCommandTest, ABudgetThatCannotBeMetWritesNothing) {
  const std::string with =
      "shrink " + wide() + " --kernels cmsis-nn --budget 1000 --write '" + file("none.tflite") + "'";
  EXPECT_EQ(run(with), 3);
  EXPECT_THAT(err_, HasSubstr("cannot be met"));
  EXPECT_FALSE(std::filesystem::exists(file("none.tflite")));
  EXPECT_EQ(run(with + " --anyway"), 3);
  EXPECT_TRUE(std::filesystem::exists(file("none.tflite")));
}

TEST_F(ShrinkCommandTest, BadInputIsNamed) {
  EXPECT_EQ(run("shrink '" + file("missing.tflite") + "' --json -"), 1);
  EXPECT_EQ(json::parse(out_).at("status"), "failed");
  EXPECT_EQ(run("shrink " + wide() + " --no-invoke"), 2);
  EXPECT_EQ(run("shrink " + wide() + " --means magic"), 2);
}

} // namespace
} // namespace arenascope

// Subcommands other than profile with a firmware image: each can use its model.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/app/program_test.h"
#include "tests/support/firmware_builder.h"

namespace arenascope {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class ImageCommandsTest : public test::ProgramTest {
protected:
  std::string image() { return "'" + builder_.image({.name = "app"}).string() + "'"; }
  // As reports call the model in it.
  std::string model() {
    EXPECT_EQ(run("profile " + image() + " --json '" + file("image.json") + "'"), 0) << err_;
    const std::uint64_t address = json::parse(test::readText(file("image.json"))).at("firmware").at("model_address");
    char name[64];
    std::snprintf(name, sizeof name, "app.elf (model at 0x%08X)", static_cast<unsigned>(address));
    return "'" + (builder_.folder() / name).string() + "'";
  }

  test::FirmwareBuilder builder_;
};

TEST_F(ImageCommandsTest, PlanShrinkAndSweepTakeTheModelInIt) {
  const std::string sha = [&] {
    EXPECT_EQ(run("profile " + sample("sine") + " --json -"), 0) << err_;
    return json::parse(out_).at("model").at("sha256").get<std::string>();
  }();
  for (const std::string& words :
       {std::string("plan "), std::string("shrink "), std::string("sweep --sizes 800:840 ")}) {
    ASSERT_EQ(run(words + image() + " --json -"), 0) << words << err_;
    const json report = json::parse(out_);
    EXPECT_THAT(out_, HasSubstr(sha)) << words;
  }
}

TEST_F(ImageCommandsTest, AModelInItHasAName) {
  const std::string name = model();
  ASSERT_EQ(run("profile " + name + " --json -"), 0) << err_;
  const json report = json::parse(out_);
  EXPECT_FALSE(report.contains("firmware")) << "it is run by our own interpreter";
  EXPECT_EQ(report.at("kernels"), "cmsis-nn");
  ASSERT_EQ(run("advise " + name), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("(model at 0x"));
  ASSERT_EQ(run("boards " + name), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("Raspberry Pi Pico"));
}

TEST_F(ImageCommandsTest, ABinaryOfSomethingElseIsNamed) {
  EXPECT_EQ(run("profile " + written("weights.bin", std::vector<std::uint8_t>(256, 0xff))), 1);
  EXPECT_THAT(err_, HasSubstr("neither a firmware image nor a model: it is filled with 0xff"));
  EXPECT_EQ(run("profile " + written("other.bin", std::vector<std::uint8_t>(256, 0x01))), 1);
  EXPECT_THAT(err_, HasSubstr("does not start with a vector table"));
}

TEST_F(ImageCommandsTest, AnAddressWithoutAModelIsRefused) {
  const std::string none = "'" + (builder_.folder() / "app.elf (model at 0x00000010)").string() + "'";
  (void)image();
  EXPECT_EQ(run("plan " + none), 1);
  EXPECT_THAT(err_, HasSubstr("there is no model at this address; there are: \""));
}

TEST_F(ImageCommandsTest, AdviceOnAnImageSaysHowItsModelIsAdvised) {
  ASSERT_EQ(run("advise " + image()), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("the image runs as built"));
  EXPECT_THAT(out_, HasSubstr("`arenascope advise 'app.elf (model at 0x"));
}

} // namespace
} // namespace arenascope

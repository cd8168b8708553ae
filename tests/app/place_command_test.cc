// `arenascope place` as a user runs it.
#include "app/cli/commands/subcommands.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class PlaceCommandTest : public test::ProgramTest {};

TEST_F(PlaceCommandTest, GivesATableAndLinesToPaste) {
  const std::string words = "place " + sample("keyword_spotter") + " --board mimxrt1060-evk";
  ASSERT_EQ(run(words + " --json '" + file("p.json") + "'"), 0) << err_;
  const json report = json::parse(test::readText(file("p.json")));
  EXPECT_EQ(report.at("schema"), "arenascope.placement.1");
  EXPECT_LT(report.at("cycles"), report.at("cycles_before"));
  EXPECT_EQ(report.at("saved_cycles"),
            report.at("cycles_before").get<std::int64_t>() - report.at("cycles").get<std::int64_t>());
  EXPECT_THAT(out_, HasSubstr(report.at("result").get<std::string>()));
  EXPECT_THAT(out_, HasSubstr("Linker script"));
  EXPECT_THAT(report.at("linker_script").get<std::string>(), HasSubstr("} > ITCM AT > FLASH"));
  ASSERT_EQ(run(words + " --place weights=dtcm:2K,code=flash --json -"), 0) << err_;
  for (const json& part : json::parse(out_).at("parts"))
    EXPECT_TRUE(part.at("part") == "weights" || part.at("region") == "flash") << part.dump();
  EXPECT_EQ(run(words + " --place weights=nowhere"), 2);
  EXPECT_THAT(err_, HasSubstr("it has: "));
  EXPECT_NE(run("place " + sample("sine")), 0) << "of which board?";
}

} // namespace
} // namespace arenascope

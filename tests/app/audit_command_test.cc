// `arenascope audit` as a user runs it.
#include "app/cli/commands/subcommands.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/app/program_test.h"
#include "tests/support/firmware_builder.h"

namespace arenascope {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class AuditCommandTest : public test::ProgramTest {
protected:
  // A library takes as long to be added as all else of a test.
  void addGreedy() { builder_.addKernels("greedy", {"-DASKS_TOO_LITTLE"}); }
  void addAll() {
    builder_.addKernels("sound", {"-DUSES_SCRATCH"});
    builder_.addKernels("rounding", {"-DROUNDS_DOWN"});
    addGreedy();
  }

private:
  test::FirmwareBuilder builder_;
};

TEST_F(AuditCommandTest, PrintsATableAndWritesJsonAndCsv) {
  addGreedy();
  ASSERT_EQ(run("audit greedy --shapes 3 --json '" + file("a.json") + "' --csv '" + file("a.csv") + "'"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("FULLY_CONNECTED overrun, for example: "));
  EXPECT_THAT(out_, testing::ContainsRegex("FULLY_CONNECTED +overrun +[0-9]+ of [0-9]+ +4 "));
  EXPECT_THAT(out_, HasSubstr("writes 4 bytes right behind its scratch memory, at 0x"));
  EXPECT_THAT(out_, HasSubstr("Not in the library: "));
  const json report = json::parse(test::readText(file("a.json")));
  EXPECT_EQ(report.at("schema"), "arenascope.audit.1");
  EXPECT_EQ(report.at("target"), "cortex-m4");
  EXPECT_GT(report.at("guard").at("accesses"), 100);
  EXPECT_EQ(report.at("guard").at("violations"), report.at("findings").size());
  for (const json& finding : report.at("findings")) {
    EXPECT_EQ(finding.at("name"), "FULLY_CONNECTED");
    EXPECT_EQ(finding.at("kind"), "overrun");
    EXPECT_EQ(finding.at("bytes"), 4);
  }
  const std::string csv = test::readText(file("a.csv"));
  EXPECT_EQ(static_cast<std::size_t>(std::count(csv.begin(), csv.end(), '\n')), report.at("findings").size() + 1);
}

TEST_F(AuditCommandTest, StatusSaysWhatWasFound) {
  addAll();
  EXPECT_EQ(run("audit sound --shapes 2 --fail-on finding"), 0) << out_ << err_;
  EXPECT_THAT(out_, HasSubstr("Nothing found"));
  EXPECT_EQ(run("audit rounding --shapes 4 --fail-on memory"), 0) << out_ << err_;
  EXPECT_EQ(run("audit rounding --shapes 4 --fail-on finding"), 3) << out_ << err_;
  EXPECT_EQ(run("audit greedy '" + test::sampleModel("sine").string() + "' --shapes 1 --fail-on memory"), 3) << err_;
  EXPECT_THAT(out_, HasSubstr("operator 0 of the model"));
}

TEST_F(AuditCommandTest, UnknownNamesAreUsage) {
  addAll();
  EXPECT_EQ(run("audit nobodys"), 2);
  EXPECT_THAT(err_, HasSubstr("no added library is called nobodys; there are: greedy, rounding, sound"));
  EXPECT_EQ(run("audit"), 2);
}

} // namespace
} // namespace arenascope

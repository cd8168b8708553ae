// Reports are no wider than a page, whether they go to a terminal or a file.
#include <gmock/gmock.h>

#include <sstream>

#include "tests/app/program_test.h"

namespace arenascope {
namespace {

class ReportWidthTest : public test::ProgramTest {
protected:
  ReportWidthTest() { columns_.clear(); }
  // Lines of several words that are wider.
  std::string widerThan(std::size_t width) const {
    std::string wide;
    std::istringstream stream(out_);
    for (std::string line; std::getline(stream, line);)
      if (line.size() > width && line.find(' ', line.find_first_not_of(' ')) != std::string::npos) wide += line + "\n";
    return wide;
  }
};

TEST_F(ReportWidthTest, NoLineIsWiderThanAHundredColumns) {
  const std::string sine = " " + sample("sine");
  const std::string person = " " + sample("person_detector");
  const std::vector<std::string> kReports = {"profile" + person,
                                             "profile --board nucleo-h743zi" + person,
                                             "advise --time-limit 0" + person,
                                             "compare" + person,
                                             "compare --target cortex-m0plus,cortex-m4,cortex-m33" + sine,
                                             "boards",
                                             "boards" + sine,
                                             "overhead" + person,
                                             "plan" + person,
                                             "shrink --means plan" + person,
                                             "compress" + person,
                                             "place --board nucleo-h743zi" + person,
                                             "sweep" + sine,
                                             "versions" + sine,
                                             "explain" + person + " 'AllocateTensors() failed'",
                                             "evidence",
                                             "doctor"};
  for (const std::string& words : kReports) {
    run(words);
    EXPECT_GT(out_.size(), 100U) << words << err_;
    EXPECT_EQ(widerThan(100), "") << words;
  }
}

TEST_F(ReportWidthTest, COLUMNSSetsTheWidth) {
  ASSERT_EQ(run("profile " + sample("sine"), "COLUMNS=70"), 0);
  EXPECT_THAT(out_, testing::HasSubstr("cycles against silicon: "));
  std::istringstream stream(out_);
  std::size_t prose = 0;
  for (std::string line; std::getline(stream, line);)
    prose += line.starts_with("  cycles") && line.size() <= 70 ? 1 : 0;
  EXPECT_GT(prose, 0U);
  ASSERT_EQ(run("profile " + sample("sine"), "COLUMNS=2000"), 0);
  EXPECT_NE(widerThan(150), "") << "as wide as is asked for";
}

// What a person pastes into a shell.
TEST_F(ReportWidthTest, ACommandIsStillOne) {
  ASSERT_EQ(run("advise " + sample("person_detector")), 0);
  const std::size_t start = out_.find("arenascope shrink ");
  ASSERT_NE(start, std::string::npos) << out_;
  const std::size_t end = out_.find("\n", out_.find("_ops.h", start));
  const std::string command = out_.substr(start, end - start);
  ASSERT_EQ(shell("arenascope() { printf '%s\\n' \"$@\"; }; " + command), 0) << command;
  EXPECT_THAT(out_, testing::StartsWith("shrink\n"));
  EXPECT_THAT(out_, testing::HasSubstr("--resolver\nperson_detector_shrunk_ops.h\n"));
}

} // namespace
} // namespace arenascope

#include "app/cli/wrapped_help.h"

#include <gmock/gmock.h>

#include <sstream>

#include "tests/app/program_test.h"

namespace arenascope::cli {
namespace {

class HelpWidthTest : public test::ProgramTest {
protected:
  HelpWidthTest() { columns_.clear(); }
};

TEST_F(HelpWidthTest, NoLineIsWiderThanAHundredColumns) {
  for (const char* subcommand : {"", "profile", "plan", "shrink", "batch", "boards", "doctor"}) {
    ASSERT_EQ(run(std::string(subcommand) + " --help"), 0);
    std::istringstream stream(out_);
    std::size_t lines = 0;
    for (std::string line; std::getline(stream, line); ++lines) {
      const std::size_t word = line.find_first_not_of(' ');
      EXPECT_TRUE(line.size() <= 100 || line.find(' ', word) == std::string::npos) << subcommand << ": " << line;
    }
    EXPECT_GT(lines, 10U) << subcommand;
  }
}

} // namespace
} // namespace arenascope::cli

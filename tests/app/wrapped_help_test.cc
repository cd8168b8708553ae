#include "app/cli/wrapped_help.h"

#include <gmock/gmock.h>

#include <sstream>

#include "tests/app/program_test.h"

namespace arenascope::cli {
namespace {

TEST(WrappedHelpTest, ContinuesBelowTheText) {
  EXPECT_EQ(wrapped("one two three\n  --a  four five six\n", 12, 7),
            "one two\nthree\n  --a  four\n       five\n       six\n");
  EXPECT_EQ(wrapped("short\nextraordinarily\n", 6, 2), "short\nextraordinarily\n") << "a word is not broken";
}

class HelpWidthTest : public test::ProgramTest {};

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

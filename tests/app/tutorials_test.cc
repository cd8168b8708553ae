// The README's tutorials, run as they stand there: every command of their blocks, in order, with a sample model.
#include <gmock/gmock.h>

#include <regex>

#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using testing::HasSubstr;

class TutorialsTest : public test::ProgramTest {
protected:
  void SetUp() override {
    std::filesystem::copy(test::sampleModel("keyword_spotter"), file("model.tflite"));
    const std::string readme = test::readText(ARENASCOPE_SOURCE_DIR "/README.md");
    const std::size_t begin = readme.find("## Four things");
    ASSERT_NE(begin, std::string::npos);
    tutorials_ = readme.substr(begin, readme.find("\n## ", begin + 1) - begin);
  }

  // Runs the commands under a heading; answers how many there were, and what they printed.
  std::size_t runTutorial(const std::string& heading) {
    const std::size_t begin = tutorials_.find("### " + heading);
    EXPECT_NE(begin, std::string::npos) << heading;
    std::istringstream text(tutorials_.substr(begin, tutorials_.find("\n### ", begin + 1) - begin));
    std::size_t commands = 0;
    for (std::string line; std::getline(text, line);) {
      if (!line.starts_with("arenascope ")) continue;
      ++commands;
      line = line.substr(0, line.find("  #")); // what the README says of it
      EXPECT_EQ(shell("cd '" + folder_.path().string() + "'; '" ARENASCOPE_CLI "' " + line.substr(11)), 0)
          << line << "\n"
          << err_;
      printed_ += out_;
    }
    return commands;
  }

  std::string tutorials_;
  std::string printed_;
};

TEST_F(TutorialsTest, ItSaysMissingBytes) {
  EXPECT_EQ(runTutorial("\"It says missing 7,560 bytes\""), 1U);
  EXPECT_THAT(printed_, HasSubstr("in an arena of 15,"));
  EXPECT_THAT(printed_, HasSubstr("are not all"));
  EXPECT_THAT(printed_, HasSubstr("22,928 bytes"));
}

TEST_F(TutorialsTest, ShrinkTheArena) {
  EXPECT_EQ(runTutorial("Shrink the arena of a model"), 5U);
  EXPECT_TRUE(std::filesystem::exists(file("small.tflite")));
  EXPECT_TRUE(std::filesystem::exists(file("planned.tflite")));
  EXPECT_THAT(printed_, HasSubstr("Most live bytes at operator"));
}

TEST_F(TutorialsTest, WhichBoard) {
  EXPECT_EQ(runTutorial("Which board do I need"), 2U);
  EXPECT_THAT(printed_, HasSubstr("persistent arena: "));
}

TEST_F(TutorialsTest, GuardTheBudget) {
  EXPECT_EQ(runTutorial("Guard the budget in CI"), 3U);
  EXPECT_THAT(test::readText(file("arena.xml")), HasSubstr("tests=\"3\" failures=\"0\""));
  EXPECT_THAT(test::readText(file("report.md")), HasSubstr("| minimum arena, bytes | 22,928 | 22,928 |"));
}

// What the action for GitHub calls is what the program takes.
TEST_F(TutorialsTest, TheActionsOptionsExist) {
  const std::string action = test::readText(ARENASCOPE_SOURCE_DIR "/packaging/action.sh");
  ASSERT_EQ(run("profile --help"), 0);
  std::size_t options = 0;
  const std::regex kCall("arenascope profile [^\n]*");
  const std::regex kOption("--[a-z-]+");
  for (std::sregex_iterator call(action.begin(), action.end(), kCall), none; call != none; ++call) {
    const std::string line = call->str();
    for (std::sregex_iterator option(line.begin(), line.end(), kOption); option != none; ++option, ++options)
      EXPECT_THAT(out_, HasSubstr(option->str()));
  }
  EXPECT_GE(options, 1U);
}

} // namespace
} // namespace arenascope

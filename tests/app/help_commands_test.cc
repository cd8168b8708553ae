// Completions and manual pages have what the program takes.
#include "app/cli/help_commands.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "app/cli/command_spec.h"
#include "app/cli/completions.h"
#include "app/cli/manual_page.h"
#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using testing::HasSubstr;

class WordsCommandsTest : public test::ProgramTest {
protected:
  // The long options in the help of a subcommand.
  std::set<std::string> optionsOf(const std::string& subcommand) {
    EXPECT_EQ(run(subcommand + " --help"), 0);
    std::set<std::string> options;
    const std::regex kOption("--[a-z][a-z-]*");
    std::istringstream lines(out_);
    for (std::string line; std::getline(lines, line);)
      if (std::smatch match; line.find("  -") == 0 && std::regex_search(line, match, kOption))
        options.insert(match.str());
    EXPECT_FALSE(options.empty()) << subcommand;
    return options;
  }
};

TEST_F(WordsCommandsTest, EveryOptionIsCompletedAndHasAParagraph) {
  for (const char* subcommand : {"profile", "plan", "explain", "sweep", "batch", "compare", "doctor"}) {
    const std::set<std::string> options = optionsOf(subcommand);
    ASSERT_EQ(run(std::string("manual ") + subcommand), 0);
    const std::string page = std::regex_replace(out_, std::regex("\\\\-"), "-");
    EXPECT_THAT(page, HasSubstr(".SH SYNOPSIS"));
    for (const std::string& option : options) EXPECT_THAT(page, HasSubstr(option)) << subcommand;
  }
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const std::set<std::string> options = optionsOf("profile");
    ASSERT_EQ(run(std::string("completion ") + shell), 0);
    for (const std::string& option : options)
      EXPECT_THAT(out_, HasSubstr(std::string(shell) == "fish" ? "-l " + option.substr(2) : option)) << shell;
  }
  EXPECT_EQ(run("completion tcsh"), 2);
  EXPECT_EQ(run("manual nothing"), 2);
}

TEST_F(WordsCommandsTest, BashCompletesVerbsOptionsAndChoices) {
  ASSERT_EQ(run("completion bash"), 0);
  folder_.write("completion.bash", out_);
  const auto completed = [&](const std::string& words, int at) {
    EXPECT_EQ(shell("bash -c '. " + file("completion.bash") + "; COMP_WORDS=(" + words +
                    "); COMP_CWORD=" + std::to_string(at) + "; _arenascope; echo ${COMPREPLY[@]}'"),
              0);
    return out_;
  };
  EXPECT_EQ(completed("arenascope ex", 1), "explain\n");
  EXPECT_EQ(completed("arenascope profile --arena", 2), "--arena-size\n");
  EXPECT_EQ(completed("arenascope kernels r", 2), "remove\n");
  EXPECT_EQ(completed("arenascope kernels add --hea", 3), "--headers\n");
  EXPECT_EQ(completed("arenascope profile --kernels c", 3), "cmsis-nn cmsis-nn@Os cmsis-nn@O3 cmsis-nn@armclang\n");
  // Readline's words end at = and @, and an answer is what follows them.
  EXPECT_EQ(completed("arenascope profile --board = nucleo-h", 4), "nucleo-h743zi\n");
  EXPECT_EQ(completed("arenascope profile --board = ''", 4).substr(0, 12), "arduino-due ");
  EXPECT_EQ(completed("arenascope profile --kernels cmsis-nn @ O", 5), "Os O3\n");
  EXPECT_EQ(completed("arenascope compare --target cortex-m4,esp32c", 3), "cortex-m4,esp32c3 cortex-m4,esp32c6\n");
  EXPECT_EQ(completed("arenascope profile --limit sec", 3), "seconds=\n");
  EXPECT_EQ(completed("arenascope profile --threshold cy", 3), "cycles=\n");
  EXPECT_EQ(completed("arenascope -v --log-file x prof", 4), "profile\n");
  EXPECT_EQ(completed("arenascope -v profile --board tee", 4), "teensy-4.0 teensy-4.1\n");
  EXPECT_EQ(completed("arenascope --v", 1), "--version --verbose\n");
  EXPECT_EQ(completed("arenascope kernels ''", 2), "add list remove\n");
  EXPECT_EQ(completed("arenascope kernels remove added", 3), "\n") << "a name that no script knows";
  EXPECT_EQ(completed("arenascope completion ''", 2), "bash zsh fish\n");
  EXPECT_EQ(completed("arenascope schema sh", 2), "shrink\n");
  EXPECT_EQ(completed("arenascope manual ev", 2), "evidence\n");
}

// fish and zsh read their scripts, where they are installed.
TEST_F(WordsCommandsTest, OtherShellsTakeTheirScripts) {
  for (const char* name : {"zsh", "fish"}) {
    ASSERT_EQ(run(std::string("completion ") + name), 0);
    folder_.write("script", out_);
    if (shell(std::string("command -v ") + name) != 0) continue;
    EXPECT_EQ(shell(std::string(name) + " -n '" + file("script") + "'"), 0) << err_;
  }
  if (shell("command -v fish") != 0) GTEST_SKIP() << "fish is not here: its completion was not tried";
  const auto completed = [&](const std::string& line) {
    EXPECT_EQ(shell("fish --no-config -c 'source " + file("script") + "; complete -C \"" + line + "\"' | cut -f1"), 0);
    return out_;
  };
  EXPECT_EQ(completed("arenascope profile --board nucleo-h"), "nucleo-h743zi\n");
  EXPECT_EQ(completed("arenascope compare --target cortex-m4,esp32c6"), "cortex-m4,esp32c6\n");
  EXPECT_EQ(completed("arenascope completion ba"), "bash\n");
  EXPECT_EQ(completed("arenascope kernels rem"), "remove\n");
}

TEST_F(WordsCommandsTest, PagesAreWrittenForManAndItReadsThem) {
  ASSERT_EQ(run("manual --write '" + file("man") + "'"), 0) << err_;
  EXPECT_TRUE(std::filesystem::exists(file("man/arenascope.1")));
  EXPECT_TRUE(std::filesystem::exists(file("man/arenascope-sweep.1")));
  if (shell("command -v groff") != 0) GTEST_SKIP() << "groff is not here: the pages were not rendered";
  ASSERT_EQ(shell("groff -man -Tutf8 -ww '" + file("man/arenascope-profile.1") + "'"), 0);
  EXPECT_EQ(err_, "");
}

} // namespace
} // namespace arenascope

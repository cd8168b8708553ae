// --help has groups and examples that run; --help topics has the pages of docs/.
#include <gmock/gmock.h>

#include <fstream>
#include <regex>

#include "app/cli/examples.h"
#include "app/cli/help_topics.h"
#include "tests/app/program_test.h"
#include "tests/support/firmware_builder.h"

namespace arenascope {
namespace {

using testing::HasSubstr;
using testing::Not;

class HelpLayoutTest : public test::ProgramTest {
protected:
  HelpLayoutTest() { columns_.clear(); }
};

TEST_F(HelpLayoutTest, ALongListIsInGroups) {
  ASSERT_EQ(run("profile --help"), 0);
  std::vector<std::size_t> places;
  for (const char* text : {"\nOptions:\n", "  --kernels", "\nBoard:\n", "  --clock", "\nRun:\n", "  --arena-size",
                           "\nChecks:\n", "  --budget", "  --baseline", "\nFiles:\n", "  --json", "\nExamples:\n"}) {
    places.push_back(out_.find(text));
    ASSERT_NE(places.back(), std::string::npos) << text;
  }
  EXPECT_TRUE(std::is_sorted(places.begin(), places.end())) << out_;
  EXPECT_THAT(out_, Not(HasSubstr("\n\n\n")));
  ASSERT_EQ(run("manual profile"), 0);
  EXPECT_THAT(out_, HasSubstr(".SS Checks"));
  EXPECT_THAT(out_, HasSubstr(".SH EXAMPLES"));
}

// In words, not in the parser's notation.
TEST_F(HelpLayoutTest, AnOptionSaysWhatItTakesNeedsAndExcludes) {
  ASSERT_EQ(run("profile --help"), 0);
  EXPECT_THAT(out_, HasSubstr("  --target NAME               Run the model on this target (one of: cortex-m4,"));
  EXPECT_THAT(out_, HasSubstr("default: cortex-m4; not with --board)"));
  EXPECT_THAT(out_, HasSubstr("(default: those that the board has; needs --board)"));
  EXPECT_THAT(out_, HasSubstr("model-bytes=256M (bytes of the model"));
  EXPECT_THAT(out_, Not(HasSubstr("TEXT")));
  EXPECT_THAT(out_, Not(HasSubstr("Excludes:")));
  ASSERT_EQ(run("manual profile"), 0);
  EXPECT_THAT(out_, HasSubstr("default: cortex\\-m4; not with \\-\\-board)."));
}

TEST_F(HelpLayoutTest, EverySubcommandHasAnExample) {
  ASSERT_EQ(run("--help"), 0);
  std::istringstream lines(out_.substr(out_.find("Subcommands:")));
  int subcommands = 0;
  for (std::string line; std::getline(lines, line);)
    if (std::smatch name; std::regex_search(line, name, std::regex("^  ([a-z]+) "))) {
      EXPECT_NE(cli::examplesText(name[1]), "") << name[1];
      ++subcommands;
    }
  EXPECT_GT(subcommands, 10);
}

// Rules of docs/develop/style.md that a script can check.
TEST_F(HelpLayoutTest, TextsKeepToTheStyleGuide) {
  const std::regex kPhrase(
      R"(\b(of (its|their) own|as ever|of which|(is|are) no [a-z]+|so many|all the same|(some|any)body)\b)");
  const std::regex kQuestion("(What|Which|How|Where)\\b.*");
  constexpr std::size_t kColumn = 30; // of descriptions
  std::string last;
  for (const cli::Example& example : cli::examples()) {
    if (example.subcommand == last) continue;
    last = example.subcommand;
    ASSERT_EQ(run((last == "backfill" ? "history " : "") + last + " --help"), 0);
    std::smatch found;
    EXPECT_FALSE(std::regex_search(out_, found, kPhrase)) << last << ": " << found.str();
    std::istringstream lines(out_);
    for (std::string line; std::getline(lines, line);)
      if (line.size() > kColumn && line[kColumn - 1] == ' ') {
        EXPECT_FALSE(std::regex_match(line.substr(kColumn), kQuestion)) << last << ": " << line;
      }
  }
}

TEST_F(HelpLayoutTest, TopicsAreThePagesOfTheDocumentation) {
  ASSERT_EQ(run("--help topics"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("how-to/shrink"));
  EXPECT_THAT(out_, HasSubstr("glossary"));
  EXPECT_THAT(out_, HasSubstr("Choose a board"));
  ASSERT_EQ(run("--help board"), 0) << err_; // of how-to/board alone
  EXPECT_THAT(out_, HasSubstr("# Choose a board"));
  ASSERT_EQ(run("-h reference/boards"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("clock_mhz")) << "the included file";
  EXPECT_THAT(out_, HasSubstr("| `nucleo-f446re` |"));
  ASSERT_EQ(run("--help operators"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("| `CONV_2D` | `AddConv2D` |"));
  ASSERT_EQ(run("--help explanation/arena"), 0) << err_;
  EXPECT_THAT(out_, Not(HasSubstr("![")));
  EXPECT_THAT(out_, HasSubstr("`arenascope plan` writes better ones there")) << "a link's text without its target";
}

TEST_F(HelpLayoutTest, OtherWordsAreLookedForInTheTopics) {
  ASSERT_EQ(run("--help 'failed to resize buffer'"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("\n  how-to/error-message        Read an error message\n"));
  EXPECT_LE(std::count(out_.begin(), out_.end(), '\n'), 7);
}

TEST_F(HelpLayoutTest, AnUnknownTopicNamesASimilarOne) {
  EXPECT_EQ(run("--help how-to/shrnk"), 2);
  EXPECT_THAT(err_, HasSubstr("did you mean how-to/shrink?"));
  EXPECT_EQ(run("--help plan"), 0) << "a subcommand";
  EXPECT_THAT(out_, HasSubstr("Usage: arenascope plan "));
}

TEST_F(HelpLayoutTest, TheReferencesTablesArePrinted) {
  ASSERT_EQ(run("manual --table operators"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("| `CONV_2D` | `AddConv2D` | before 2021-07 | own | own |"));
  EXPECT_THAT(out_, HasSubstr("| `SUM` | `AddSum` | 2022-07 | reference | reference |"));
  EXPECT_THAT(out_, HasSubstr("| `PAD` | `AddPad` | before 2021-07 | own, from 2025-03 | reference |"));
  ASSERT_EQ(run("manual --table revisions"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("| `zephyr-2024` | `71fba59` |"));
  ASSERT_EQ(run("manual --table messages"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("Failed to resize buffer."));
}

class ExampleTest : public HelpLayoutTest, public testing::WithParamInterface<cli::Example> {};

TEST_P(ExampleTest, Runs) {
  const std::filesystem::path models = newFolder("models");
  for (const char* name : {"model.tflite", "other.tflite", "models/model.tflite"})
    std::filesystem::copy(test::sampleModel("keyword_spotter"), file(name));
  std::ofstream(file("device.log")) << "inference time: 100 ms\n"
                                       "Failed to resize buffer. Requested: 16000, available 8440, missing: 7560\n";
  test::FirmwareBuilder builder;
  if (std::string(GetParam().subcommand) == "audit") builder.addKernels("mine");
  ASSERT_EQ(shell("cd '" + folder_.path().string() +
                  "' && git init -q -b main . && git add . && git -c user.name=a -c user.email=a@b commit -q -m One"),
            0)
      << err_;
  std::string line = GetParam().line;
  // The file of an earlier example.
  if (line.find("--summary") != std::string::npos) line = "arenascope batch models/ --json reports.jsonl && " + line;
  line = std::regex_replace(line, std::regex("\\barenascope (?=[a-z])"), "'" ARENASCOPE_CLI "' ");
  EXPECT_EQ(shell("cd '" + folder_.path().string() + "'; " + line), 0) << line << "\n" << err_;
}

INSTANTIATE_TEST_SUITE_P(All, ExampleTest, testing::ValuesIn(cli::examples().begin(), cli::examples().end()),
                         [](const auto& example) {
                           return std::string(example.param.subcommand) + "_" + std::to_string(example.index);
                         });

} // namespace
} // namespace arenascope

// The reference has all that the program has, and each of its tables is on a page.
#include "app/cli/reference_tables.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <regex>

#include "app/cli/command_reference.h"
#include "app/cli/options/exit_status.h"
#include "app/cli/use_case_reference.h"
#include "core/base/limits.h"
#include "emulator/engine/target.h"
#include "service/use_case/answer_fields.h"
#include "service/use_case/use_cases.h"
#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using testing::HasSubstr;

// The part under a heading, up to the next one of its level.
std::string sectionOf(const std::string& page, const std::string& heading) {
  const std::size_t from = page.find("\n" + heading + "\n");
  if (from == std::string::npos) return {};
  const std::string mark = heading.substr(0, heading.find(' ') + 1);
  return page.substr(from, page.find("\n" + mark, from + heading.size()) - from);
}

class ReferenceTest : public test::ProgramTest {
protected:
  std::string table(const std::string& name) {
    EXPECT_EQ(run("manual --table " + name), 0) << err_;
    return "\n" + out_;
  }
};

TEST_F(ReferenceTest, EachTableIsOnOnePage) {
  std::map<std::string, int> pages;
  const std::regex kMark("<!-- table (\\S+) -->\n");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(ARENASCOPE_SOURCE_DIR "/docs/reference")) {
    const std::string text = test::readText(entry.path());
    for (std::sregex_iterator mark(text.begin(), text.end(), kMark), none; mark != none; ++mark) ++pages[(*mark)[1]];
  }
  EXPECT_GE(pages.size(), 10U);
  for (const std::string& name : cli::referenceTables()) EXPECT_EQ(pages[name], 1) << name;
  EXPECT_EQ(pages.size(), cli::referenceTables().size()) << "a page has a table that there is not";
}

TEST_F(ReferenceTest, CommandsHaveEveryOptionOfEveryUseCase) {
  const std::string commands = table("commands");
  std::size_t options = 0;
  for (const service::UseCase& useCase : service::useCases()) {
    const std::string command = commandOf(useCase);
    const bool isNested = command.find(' ') != std::string::npos;
    const std::string section = sectionOf(commands, (isNested ? "### " : "## ") + command);
    ASSERT_NE(section, "") << useCase.name;
    EXPECT_THAT(section, testing::ContainsRegex("\narenascope " + command + "( SUBCOMMAND)? \\[OPTIONS\\]"));
    EXPECT_THAT(section, HasSubstr("**Examples**")) << useCase.name;
    for (const service::Taken& taken : useCase.takes) {
      const std::string option = optionOf(service::fieldOf(taken.field));
      if (!isIn(taken, service::kCommandLine) || !option.starts_with("--")) continue;
      EXPECT_THAT(section, testing::ContainsRegex("`" + option + "[` ]")) << useCase.name;
      ++options;
    }
  }
  EXPECT_GT(options, 100U);
  EXPECT_THAT(commands, HasSubstr("\n- `--sizes FIRST:LAST`: ")) << "the whole name of the value";
  EXPECT_THAT(commands, HasSubstr("\narenascope compare [OPTIONS] MODEL...\n"));
  EXPECT_THAT(sectionOf(commands, "### kernels add"), HasSubstr("\n- `--library LIB.a`: "));
  for (const char* other : {"mcp", "doctor", "schema", "manual", "kernels"})
    EXPECT_NE(sectionOf(commands, std::string("## ") + other), "") << other;
}

TEST_F(ReferenceTest, CallersFindEveryFunctionToolAndArgument) {
  for (const auto& [name, interface] : {std::pair{"python", service::kPython}, {"mcp", service::kMcp}}) {
    const std::string page = table(name);
    std::size_t arguments = 0;
    for (const service::UseCase& useCase : service::useCases()) {
      if (!isIn(useCase, interface)) continue;
      const std::string section = sectionOf(page, std::string("## ") + useCase.name);
      ASSERT_NE(section, "") << name << ": " << useCase.name;
      for (const service::Taken& taken : useCase.takes)
        if (isIn(taken, interface)) {
          EXPECT_THAT(section, HasSubstr("| `" + nameOf(taken) + "` |")) << name << ": " << useCase.name;
          ++arguments;
        }
    }
    EXPECT_GT(arguments, 80U) << name;
  }
  EXPECT_NE(sectionOf(table("mcp"), "## models"), "") << "a tool that is no use case";
}

TEST_F(ReferenceTest, JsonHasEveryFieldOfEveryAnswer) {
  const std::string page = table("json");
  for (const service::AnswerPart& part : service::answerParts()) {
    const bool isDocument = service::findUseCase(part.name) != nullptr;
    const std::string section = sectionOf(page, (isDocument ? "## " : "### ") + std::string(part.name));
    ASSERT_NE(section, "") << part.name;
    for (const service::AnswerField& field : part.fields)
      EXPECT_THAT(section, HasSubstr("| `" + std::string(field.name) + "` |")) << part.name;
  }
  for (const service::UseCase& useCase : service::useCases())
    EXPECT_THAT(page, HasSubstr("`" + std::string(useCase.schema) + "`"));
  // Links lead to headings of the page.
  const std::regex kLink("\\]\\(#([a-z_]+)\\)");
  std::size_t links = 0;
  for (std::sregex_iterator link(page.begin(), page.end(), kLink), none; link != none; ++link, ++links)
    EXPECT_THAT(page, HasSubstr("# " + (*link)[1].str() + "\n"));
  EXPECT_GT(links, 20U);
}

TEST_F(ReferenceTest, LimitsStatusesBoardsAndTargetsAreAllThere) {
  const std::string limits = table("limits");
  for (const LimitName& limit : limitNames()) EXPECT_THAT(limits, HasSubstr("| `" + std::string(limit.name) + "` |"));
  EXPECT_THAT(limits, HasSubstr("| `model-bytes` | `256M` |"));
  EXPECT_THAT(limits, HasSubstr("| `instructions` | 50,000,000,000 |"));
  const std::string statuses = table("exit-statuses");
  for (int status = cli::kExitDone; status <= cli::kExitOtherOutputs; ++status)
    EXPECT_THAT(statuses, HasSubstr("\n| " + std::to_string(status) + " | "));
  const std::string boards = table("boards");
  for (const auto& entry : std::filesystem::directory_iterator(ARENASCOPE_SOURCE_DIR "/resources/boards"))
    if (entry.path().extension() == ".json") {
      EXPECT_THAT(boards, HasSubstr("| `" + entry.path().stem().string() + "` |"));
    }
  const std::string targets = test::readText(ARENASCOPE_SOURCE_DIR "/docs/reference/targets.md");
  for (const std::string& target : engine::targetNames()) EXPECT_THAT(targets, HasSubstr("`" + target + "`"));
}

TEST_F(ReferenceTest, EveryVariableThatTheProgramReadsIsThere) {
  const std::string variables = table("environment");
  const std::regex kRead("getenv\\(\"(ARENASCOPE_[A-Z_]+|NO_COLOR)\"|userFolder\\(\"(XDG_[A-Z_]+)\"|installed\\w*\\(\"("
                         "ARENASCOPE_[A-Z_]+)\"");
  std::size_t reads = 0;
  for (const char* folder : {"core", "emulator", "service", "app"})
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(std::string(ARENASCOPE_SOURCE_DIR "/") + folder)) {
      if (entry.path().extension() != ".cc") continue;
      const std::string text = test::readText(entry.path());
      for (std::sregex_iterator read(text.begin(), text.end(), kRead), none; read != none; ++read, ++reads) {
        const std::string name = (*read)[1].str() + (*read)[2].str() + (*read)[3].str();
        EXPECT_THAT(variables, HasSubstr("| `" + name + "` |"));
      }
    }
  EXPECT_GE(reads, 5U);
  ASSERT_EQ(run("manual"), 0);
  EXPECT_THAT(out_, HasSubstr(".SH ENVIRONMENT\n.TP\nARENASCOPE_BOARDS_DIR\nfolder of boards"));
}

// Manual pages have them from the same table.
TEST_F(ReferenceTest, AManualPageHasTheExitStatuses) {
  ASSERT_EQ(run("manual profile"), 0);
  EXPECT_THAT(out_, HasSubstr(".SH EXIT STATUS\n.TP\n0\ndone.\n.TP\n1\n"));
}

} // namespace
} // namespace arenascope

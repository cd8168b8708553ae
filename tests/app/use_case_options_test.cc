// The command line's options against the table of use cases that they are made of.
#include <gmock/gmock.h>

#include "service/use_case/use_cases.h"
#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using testing::HasSubstr;

class UseCaseOptionsTest : public test::ProgramTest {};

TEST_F(UseCaseOptionsTest, EachFieldIsAnOptionOfEachSubcommandThatTakesIt) {
  for (const service::UseCase& useCase : service::useCases()) {
    ASSERT_EQ(run(commandOf(useCase) + " --help"), 0) << useCase.name;
    std::set<std::string> words;
    std::istringstream stream(out_);
    for (std::string word; stream >> word;) words.insert(word);
    for (const service::Taken& taken : useCase.takes) {
      const std::string option = optionOf(service::fieldOf(taken.field));
      if (!isIn(taken, service::kCommandLine) || option.empty()) continue;
      EXPECT_TRUE(words.contains(option)) << useCase.name << " " << option;
    }
  }
}

TEST_F(UseCaseOptionsTest, ABoardAndARevisionMeanTheSameInEachSubcommand) {
  const std::string sine = " " + sample("sine");
  for (const char* subcommand :
       {"profile", "compare", "batch", "overhead", "sweep", "advise", "plan", "shrink", "compress", "versions"}) {
    EXPECT_EQ(run(subcommand + sine + " --board no-such-board"), 2) << subcommand;
    EXPECT_THAT(err_, HasSubstr("no-such-board")) << subcommand;
  }
  EXPECT_EQ(run("explain" + sine + " 'AllocateTensors() failed' --board no-such-board"), 2);
  for (const char* subcommand :
       {"profile", "compare", "batch", "overhead", "sweep", "advise", "boards", "plan", "shrink"}) {
    EXPECT_EQ(run(subcommand + sine + " --tflm no-such-month"), 2) << subcommand;
    EXPECT_THAT(err_, HasSubstr("revision no-such-month")) << subcommand;
  }
}

TEST_F(UseCaseOptionsTest, ABoardsCoreIsPlannedFor) {
  for (const char* subcommand : {"plan", "shrink --means plan", "versions"}) {
    ASSERT_EQ(run(subcommand + (" --board blue-pill --json - " + sample("sine"))), 0) << err_;
    EXPECT_THAT(out_, HasSubstr("\"target\": \"cortex-m3\"")) << subcommand;
  }
}

TEST_F(UseCaseOptionsTest, AnInputThatTheModelLacksIsWrongUsage) {
  const std::string sine = " " + sample("sine");
  EXPECT_EQ(run("profile" + sine + " --input 9=" + sample("sine")), 2);
  EXPECT_EQ(run("plan" + sine + " --input 9=" + sample("sine")), 2);
}

TEST_F(UseCaseOptionsTest, ShellsKnowTheNames) {
  ASSERT_EQ(run("completion bash"), 0);
  const std::string& bash = out_;
  for (const char* word : {"'profile --board'", "nucleo-h743zi", "'profile --tflm'", "cmsis-nn@armclang"})
    EXPECT_THAT(bash, HasSubstr(word));
}

} // namespace
} // namespace arenascope

// What all subcommands that are use cases have in common: errors as JSON, and exit statuses.
#include "app/cli/commands/answer_command.h"

#include <gmock/gmock.h>

#include <map>
#include <nlohmann/json.hpp>

#include "app/cli/options/exit_status.h"
#include "tests/app/program_test.h"
#include "tests/support/firmware_builder.h"

namespace arenascope {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

class AnswerCommandTest : public test::ProgramTest {
protected:
  // The first error of a document, its own or a row's; null if it has none.
  static Json errorIn(const Json& document) {
    if (document.is_object() && document.contains("error")) return document["error"];
    if (document.is_structured())
      for (const Json& each : document)
        if (Json error = errorIn(each); !error.is_null()) return error;
    return nullptr;
  }
  // What a subcommand takes besides a model.
  std::string wordsOf(const service::UseCase& useCase) {
    static const std::map<std::string, std::string> kWords = {{"explain", " 'AllocateTensors() failed'"},
                                                              {"calibrate", " /dev/null --board nucleo-f446re"},
                                                              {"place", " --board nucleo-h743zi"},
                                                              {"audit", ""},
                                                              {"review", " --base HEAD"}};
    const auto found = kWords.find(useCase.name);
    return found == kWords.end() ? "" : found->second;
  }
};

bool takesModel(const service::UseCase& useCase) {
  return std::any_of(useCase.takes.begin(), useCase.takes.end(),
                     [](const service::Taken& taken) { return std::string(taken.field) == "model"; });
}

TEST_F(AnswerCommandTest, AModelThatIsNotThereIsTheSameErrorInEachSubcommand) {
  test::FirmwareBuilder builder;
  builder.addKernels("mine", {});
  ASSERT_EQ(run("profile /no/such.tflite --json -"), 1);
  const Json expected = Json::parse(out_).at("error");
  EXPECT_EQ(expected.at("stage"), "load");
  ASSERT_EQ(shell("cd '" + newFolder("project") +
                  "' && git init -q . && git -c user.name=a -c user.email=a@b commit -q "
                  "--allow-empty -m Empty"),
            0);
  std::size_t subcommands = 0;
  for (const service::UseCase& useCase : service::useCases()) {
    if (!takesModel(useCase)) continue;
    SCOPED_TRACE(useCase.name);
    ++subcommands;
    const std::string library = useCase.name == std::string("audit") ? " mine" : "";
    const bool ofProject = useCase.name == std::string("backfill") || useCase.name == std::string("history") ||
                           useCase.name == std::string("review");
    const int status = shell("cd '" + file("project") + "' && '" ARENASCOPE_CLI "' " + commandOf(useCase) + library +
                             " /no/such.tflite" + wordsOf(useCase) + " --json -");
    if (useCase.name == std::string("history")) continue; // looks for rows, not for the file
    EXPECT_EQ(status, 1);
    ASSERT_TRUE(Json::accept(out_)) << out_ << err_;
    const Json error = errorIn(Json::parse(out_));
    ASSERT_FALSE(error.is_null()) << out_;
    if (useCase.name != std::string("batch")) { // which counts them
      EXPECT_THAT(err_, HasSubstr("/no/such.tflite"));
    }
    if (!ofProject) {
      EXPECT_EQ(error, expected);
    }
  }
  EXPECT_GE(subcommands, 16U);
}

TEST_F(AnswerCommandTest, AFailureIsADocumentOfTheSubcommandsSchema) {
  ASSERT_EQ(run("sweep /no/such.tflite --json -"), 1);
  const Json failed = Json::parse(out_);
  EXPECT_EQ(failed.at("schema"), "arenascope.sweep.1");
  EXPECT_EQ(failed.at("status"), "failed");
  EXPECT_EQ(failed.at("model").at("path"), "such.tflite");
  // Of no model: without one.
  EXPECT_EQ(run("audit no-such-library --json -"), 2);
  EXPECT_FALSE(Json::parse(out_).contains("model"));
}

TEST_F(AnswerCommandTest, AFailedRunCountsForMoreThanAnExceededLimit) {
  EXPECT_EQ(run("compare " + sample("sine") + " /no/such.tflite --budget 10"), 1);
  EXPECT_THAT(err_, HasSubstr("the budget is 10"));
  EXPECT_THAT(err_, HasSubstr("/no/such.tflite: no such file"));
  EXPECT_EQ(run("compare " + sample("sine") + " " + sample("edge_detector") + " --budget 10"), 3);
}

TEST_F(AnswerCommandTest, FilesOfAnAnswerAreWrittenByTheirFormat) {
  ASSERT_EQ(run("compare " + sample("sine") + " " + sample("edge_detector") + " --csv '" + file("c.csv") +
                "' --json '" + file("c.json") + "'"),
            0)
      << err_;
  EXPECT_THAT(err_, HasSubstr("wrote " + file("c.csv")));
  EXPECT_THAT(test::readText(file("c.csv")), HasSubstr("FULLY_CONNECTED"));
  EXPECT_EQ(Json::parse(test::readText(file("c.json"))).at("reports").size(), 2U);
  EXPECT_THAT(out_, HasSubstr("edge_detector")) << "the text as well";
}

} // namespace
} // namespace arenascope

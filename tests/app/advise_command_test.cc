// `arenascope advise` as a user runs it.
#include "app/cli/commands/subcommands.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class AdviseCommandTest : public test::ProgramTest {
protected:
  std::string wide() const { return written("wide.tflite", test::wideInTheMiddleModel()); }
  void expectCommands(const std::string& options) {
    ASSERT_EQ(run("advise " + wide() + options + " --json -"), 0) << err_;
    const json report = json::parse(out_);
    int done = 0;
    for (const json& suggestion : report.at("suggestions")) {
      if (!suggestion.contains("command") || !suggestion.contains("arena")) continue;
      const std::string command = suggestion.at("command");
      ASSERT_TRUE(command.starts_with("arenascope ")) << command;
      ASSERT_EQ(shell("cd '" + folder_.path().string() + "'; '" ARENASCOPE_CLI "' " + command.substr(11) + " --json -"),
                0)
          << command << err_;
      const json result = json::parse(out_);
      const json& arena = result.contains("after") ? result.at("after") : result.at("arena");
      EXPECT_LE(arena.at("recommended_bytes"), suggestion.at("arena").at("recommended_bytes")) << command;
      if (result.contains("kernels")) {
        EXPECT_EQ(result.at("kernels"), suggestion.at("kernels")) << command;
      }
      ++done;
    }
    EXPECT_GT(done, 0);
  }
};

TEST_F(AdviseCommandTest, SaysWhatWouldHelpInEveryForm) {
  ASSERT_EQ(run("advise " + wide() + " --json '" + file("a.json") + "' --markdown '" + file("a.md") + "' --html '" +
                file("a.html") + "'"),
            0)
      << err_;
  EXPECT_THAT(out_, HasSubstr("Advice for"));
  EXPECT_THAT(out_, HasSubstr("Layers computed strip by strip"));
  const json report = json::parse(test::readText(file("a.json")));
  EXPECT_EQ(report.at("schema"), "arenascope.advice.1");
  EXPECT_EQ(report.at("status"), "ok");
  ASSERT_FALSE(report.at("suggestions").empty());
  const json& first = report.at("suggestions").at(0);
  EXPECT_TRUE(first.at("proven"));
  EXPECT_EQ(first.at("saved_bytes").get<int>(), report.at("arena").at("recommended_bytes").get<int>() -
                                                    first.at("arena").at("recommended_bytes").get<int>());
  EXPECT_THAT(test::readText(file("a.md")), HasSubstr("| saves bytes | arena | cycles | flash |"));
  // Nobody follows advice that leaves out its price.
  bool strips = false;
  for (const json& suggestion : report.at("suggestions")) {
    if (suggestion.at("kind") != "strips") continue;
    strips = true;
    EXPECT_EQ(suggestion.at("flash_bytes"),
              suggestion.at("model_bytes").get<int>() + suggestion.at("code_bytes").get<int>());
    EXPECT_THAT(suggestion.at("new_operators").get<std::vector<std::string>>(), testing::Contains("SPLIT_V"));
    EXPECT_THAT(suggestion.at("reason"), HasSubstr("AddSplitV()"));
    EXPECT_THAT(suggestion.at("reason"), HasSubstr("of flash (model +"));
    EXPECT_THAT(suggestion.at("command"), HasSubstr("--resolver wide_shrunk_ops.h"));
  }
  EXPECT_TRUE(strips);
  for (const char* name : {"a.md", "a.html"}) EXPECT_THAT(test::readText(file(name)), HasSubstr("AddSplitV()")) << name;
  EXPECT_THAT(out_, HasSubstr("AddSplitV()"));
  const std::string page = test::readText(file("a.html"));
  EXPECT_THAT(page, HasSubstr("<h2>Advice</h2>"));
  EXPECT_THAT(page, HasSubstr(first.at("title").get<std::string>()));
}

// Whoever types what it says gets what it promises.
TEST_F(AdviseCommandTest, ItsCommandsDoWhatTheySay) {
  for (const char* options :
       {"", " --board nucleo-f446re", " --target esp32s3 --kernels reference", " --tflm 2023-05"}) {
    SCOPED_TRACE(options);
    expectCommands(options);
  }
}

TEST_F(AdviseCommandTest, AMissedDeadlineStandsAtTheTopAndInTheStatus) {
  const std::string words = "advise " + sample("keyword_spotter") + " --board nucleo-f446re --time-limit 0 --json '" +
                            file("advice.json") + "' --deadline ";
  EXPECT_EQ(run(words + "1"), 3);
  EXPECT_NE(err_.find("Misses the deadline: an inference takes "), std::string::npos) << err_;
  EXPECT_LT(out_.find("Misses the deadline"), out_.find("Nothing to gain"));
  EXPECT_FALSE(json::parse(test::readText(file("advice.json"))).at("deadline_met").get<bool>());
  EXPECT_EQ(run(words + "1000"), 0) << err_;
  EXPECT_EQ(out_.find("Misses the deadline"), std::string::npos);
}

TEST_F(AdviseCommandTest, NamesTheSmallestChangeThatFits) {
  ASSERT_EQ(run("advise " + wide() + " --json -"), 0) << err_;
  const int size = json::parse(out_).at("arena").at("recommended_bytes");
  EXPECT_FALSE(json::parse(out_).contains("fit_bytes"));
  ASSERT_EQ(run("advise " + wide() + " --fit " + std::to_string(size - 16) + " --json '" + file("f.json") + "'"), 0)
      << err_;
  EXPECT_THAT(out_, HasSubstr("The smallest change that fits into "));
  const json report = json::parse(test::readText(file("f.json")));
  EXPECT_EQ(report.at("fit_bytes"), size - 16);
  EXPECT_TRUE(report.at("fits"));
  const json& fitting = report.at("suggestions").at(report.at("fitting").get<std::size_t>());
  EXPECT_LT(fitting.at("arena").at("recommended_bytes"), size);
  EXPECT_EQ(run("advise " + wide() + " --fit 1M"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("It fits into 1,048,576 bytes already"));
  EXPECT_EQ(run("advise " + wide() + " --fit 64 --time-limit 0"), 3);
  EXPECT_THAT(err_, HasSubstr("No change that has been found fits into 64 bytes"));
  EXPECT_THAT(err_, HasSubstr("not finished"));
  EXPECT_EQ(run("advise " + wide() + " --fit 0"), 2);
}

TEST_F(AdviseCommandTest, BadInputIsSaidInTheFormThatWasAskedFor) {
  const std::string broken = "'" + folder_.write("broken.tflite", std::string("no model")).string() + "'";
  EXPECT_EQ(run("advise " + broken + " --json -"), 1);
  const json report = json::parse(out_);
  EXPECT_EQ(report.at("status"), "failed");
  EXPECT_EQ(report.at("schema"), "arenascope.advice.1");
  EXPECT_NE(err_, "");
  EXPECT_EQ(run("advise " + sample("sine") + " --no-invoke"), 2);
}

} // namespace
} // namespace arenascope

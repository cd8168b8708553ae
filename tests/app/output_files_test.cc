// Output files of a command line: none is an input, each is written once, and "-" is standard output.
#include <gmock/gmock.h>

#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/results/output_files.h"
#include "tests/app/program_test.h"
#include "tests/support/small_models.h"

namespace arenascope {
namespace {

using testing::HasSubstr;

class OutputFilesTest : public test::ProgramTest {
protected:
  void SetUp() override { std::filesystem::copy(test::sampleModel("sine"), file("m.tflite")); }
  std::string model() const { return "'" + file("m.tflite") + "'"; }
  std::string wasteful() const { return written("wasteful.tflite", test::greedilyPlannedBadlyModel()); }
  static std::string quoted(const std::string& text) { return "'" + text + "'"; }
};

TEST_F(OutputFilesTest, TheModelIsNotOverwritten) {
  std::filesystem::create_symlink("m.tflite", file("link"));
  std::filesystem::create_hard_link(file("m.tflite"), file("hard"));
  const std::string before = test::readText(file("m.tflite"));
  for (const char* subcommand :
       {"profile M --header",    "profile M --json",    "profile M --csv",      "profile M --svg",
        "profile M --png",       "profile M --html",    "profile M --markdown", "profile M --junit",
        "profile M --resolver",  "profile M --trace",   "profile M --esphome",  "plan M --write",
        "plan M --header",       "plan M --json",       "shrink M --write",     "compress M --write",
        "advise M --markdown",   "advise M --html",     "sweep M --json",       "compare M --csv",
        "boards M --json",       "overhead M --json",   "batch M --json",       "batch M --sqlite",
        "explain M text --json", "profile M --log-file"})
    for (const char* name : {"m.tflite", "./m.tflite", "link", "hard"}) {
      std::string line = std::string(subcommand) + " " + quoted(file(name));
      line.replace(line.find(" M "), 3, " " + model() + " ");
      EXPECT_EQ(run(line), 2) << line;
      EXPECT_THAT(err_, HasSubstr("would overwrite the file that is read as MODEL")) << line;
      EXPECT_EQ(test::readText(file("m.tflite")), before) << line;
    }
}

TEST_F(OutputFilesTest, NorIsAnythingElseThatIsRead) {
  folder_.write("in.bin", std::string(4, '\1'));
  folder_.write("list.txt", file("m.tflite") + "\n");
  folder_.write("m.arenascope", std::string("my notes"));
  folder_.write("b.csv", std::string("id,lower,upper,size\na,0,1,16\n"));
  ASSERT_EQ(run("profile " + model() + " --json " + quoted(file("base.json"))), 0) << err_;
  newFolder("tensors");
  for (const std::string& line :
       {"profile " + model() + " --input 0='" + file("in.bin") + "' --csv '" + file("in.bin") + "'",
        "profile " + model() + " --expect 0='" + file("in.bin") + "' --csv '" + file("in.bin") + "'",
        "profile " + model() + " --baseline '" + file("base.json") + "' --json '" + file("base.json") + "'",
        "profile " + model() + " --expect-tensors '" + file("tensors") + "' --dump '" + file("tensors") + "'",
        "profile " + model() + " --input 0='" + file("tensors/subgraph0-tensor0.npy") + "' --dump '" + file("tensors") +
            "'",
        "profile " + model() + " --json '" + file("m.arenascope") + "'",
        "plan --buffers '" + file("b.csv") + "' --write '" + file("b.csv") + "'",
        "batch '" + file("list.txt") + "' --json '" + file("list.txt") + "'"}) {
    EXPECT_EQ(run(line), 2) << line;
    EXPECT_THAT(err_, HasSubstr("would overwrite the file that is read as")) << line;
  }
  EXPECT_EQ(test::readText(file("m.arenascope")), "my notes");
  EXPECT_EQ(run("plan --shared " + model() + " " + wasteful() + " --write " + quoted(folder_.path())), 2);
  EXPECT_THAT(err_, HasSubstr("is one of the models to be planned"));
}

TEST_F(OutputFilesTest, EachOutputHasItsOwn) {
  EXPECT_EQ(run("profile " + model() + " --header " + quoted(file("h")) + " --resolver " + quoted(file("./h"))), 2);
  EXPECT_THAT(err_, HasSubstr("are both written to"));
  EXPECT_FALSE(std::filesystem::exists(file("h")));
  EXPECT_EQ(run("profile " + model() + " --header - --json -"), 2);
  EXPECT_THAT(err_, HasSubstr("are both written to standard output"));
  EXPECT_EQ(run("profile " + model() + " --header /dev/null --resolver /dev/null"), 0) << err_;
}

TEST_F(OutputFilesTest, AMinusIsStandardOutput) {
  const std::string here = "cd '" + newFolder("here") + "' &&";
  const auto written = [&](const std::string& line, const std::string& option) {
    EXPECT_EQ(run(line + " " + option + " " + quoted(file("written")), here), 0) << option << err_;
    EXPECT_THAT(err_, HasSubstr("arenascope: wrote " + file("written"))) << option;
    return test::readText(file("written"));
  };
  for (const char* option : {"--json", "--csv", "--header", "--resolver", "--buffers", "--buffers-csv", "--trace",
                             "--markdown", "--junit", "--svg", "--png", "--html"}) {
    const std::string expected = written("profile " + model(), option);
    EXPECT_EQ(run("profile " + model() + " " + option + " -", here), 0) << option << err_;
    EXPECT_TRUE(out_ == expected) << option << ": " << out_.substr(0, 200);
    EXPECT_EQ(err_, "") << option;
  }
  for (const char* option : {"--write", "--header", "--json"}) {
    const std::string expected = written("plan " + wasteful(), option);
    EXPECT_EQ(run("plan " + wasteful() + " " + option + " -", here), 0) << option << err_;
    EXPECT_TRUE(out_ == expected) << option;
  }
  EXPECT_TRUE(std::filesystem::is_empty(file("here")));
}

// A pipe whose reader is gone before anything is written.
TEST_F(OutputFilesTest, AReaderThatGoesAwayIsNothingToTalkAbout) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ::close(ends[0]);
  for (const char* line : {"profile M", "profile M --json -", "profile M --csv -", "plan M", "compare M", "sweep M",
                           "boards", "batch M", "batch M --json -", "completion bash", "manual", "overhead M"}) {
    std::string arguments = line;
    if (const std::size_t place = arguments.find('M'); place != std::string::npos) arguments.replace(place, 1, model());
    EXPECT_EQ(run(arguments + " >&" + std::to_string(ends[1])), 1) << line;
    EXPECT_THAT(err_, testing::Not(HasSubstr("written"))) << line;
    EXPECT_THAT(err_, testing::Not(HasSubstr("ipe"))) << line;
  }
  ::close(ends[1]);
  EXPECT_EQ(run("profile " + model() + " > /dev/full"), 1);
  EXPECT_THAT(err_, HasSubstr("standard output cannot be written: No space left on device"));
}

TEST_F(OutputFilesTest, ABatchHasNoTableOfOperators) {
  EXPECT_EQ(run("batch " + model() + " --csv " + quoted(file("f.csv"))), 2);
  EXPECT_THAT(err_, HasSubstr("--csv"));
}

// What is new is looked at as well.
TEST_F(OutputFilesTest, EveryOptionThatNamesAFileSaysWhatForItIs) {
  int status = 0;
  int looked = 0;
  CLI::App app;
  cli::addCommands(app, &status);
  for (CLI::App* subcommand : app.get_subcommands({}))
    for (CLI::Option* option : subcommand->get_options()) {
      const std::string type = option->get_type_name();
      if (type.find("FILE") == std::string::npos && option->get_name() != "MODEL" && option->get_name() != "MODELS")
        continue;
      EXPECT_TRUE(cli::hasUse(*option)) << subcommand->get_name() << " " << option->get_name();
      ++looked;
    }
  EXPECT_GT(looked, 50);
}

} // namespace
} // namespace arenascope

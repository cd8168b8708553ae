// `arenascope batch` as a user runs it.
#include "app/cli/commands/subcommands.h"

#include <gmock/gmock.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "app/cli/results/json_lines.h"
#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class BatchCommandTest : public test::ProgramTest {
protected:
  void SetUp() override {
    newFolder("models");
    for (const char* name : {"sine", "countdown", "edge_detector"})
      std::filesystem::copy(test::sampleModel(name), file("models/" + std::string(name) + ".tflite"));
    std::ofstream(file("models/broken.tflite")) << "no model";
  }

  std::string models() const { return "'" + file("models") + "'"; }

  static std::vector<json> linesOf(const std::string& text) {
    std::vector<json> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(json::parse(line));
    return lines;
  }

  static std::set<std::string> namesIn(const std::vector<json>& lines) {
    std::set<std::string> names;
    for (const json& line : lines)
      names.insert(std::filesystem::path(line.at("model").at("path").get<std::string>()).stem());
    return names;
  }
};

TEST_F(BatchCommandTest, AFolderHasALineForEachModel) {
  ASSERT_EQ(run("batch " + models() + " --target host"), 1) << err_;
  EXPECT_THAT(err_, HasSubstr("4 models, 1 failed"));
  const std::vector<json> lines = linesOf(out_);
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(namesIn(lines), (std::set<std::string>{"sine", "countdown", "edge_detector", "broken"}));
  for (const json& line : lines) {
    EXPECT_EQ(line.at("schema"), "arenascope.profile.1");
    const std::string path = line["model"]["path"];
    if (path.find("broken") != std::string::npos) {
      EXPECT_EQ(line.at("status"), "failed");
      EXPECT_THAT(line.at("error").at("message").get<std::string>(), HasSubstr("broken.tflite"));
      continue;
    }
    ASSERT_EQ(run("profile '" + path + "' --target host --json - --whole-path"), 0);
    EXPECT_EQ(json::parse(out_), line);
  }
}

TEST_F(BatchCommandTest, AListNamesModelsAndWhatIsMissingHasALine) {
  std::ofstream(file("list.txt")) << "# candidates\n\n"
                                  << file("models/sine.tflite") << "\r\n"
                                  << file("gone.tflite") << "\n";
  ASSERT_EQ(run("batch '" + file("list.txt") + "' --target host --jobs 1"), 1) << err_;
  const std::vector<json> lines = linesOf(out_);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].at("status"), "ok") << "one job keeps the order";
  EXPECT_EQ(lines[1].at("status"), "failed");
  EXPECT_THAT(lines[1].at("error").at("message").get<std::string>(), HasSubstr("gone.tflite: no such file"));
  ASSERT_EQ(shell("'" + std::string(ARENASCOPE_CLI) + "' batch - --target host < '" + file("list.txt") + "'"), 1);
  EXPECT_EQ(linesOf(out_).size(), 2U);
}

TEST_F(BatchCommandTest, GoesOnWhereItWasStopped) {
  const std::string results = file("results.jsonl");
  const std::string batch = "batch " + models() + " --target host --json '" + results + "'";
  ASSERT_EQ(run("batch '" + file("models/sine.tflite") + "' --target host --json '" + results + "'"), 0) << err_;
  const std::string first = test::readText(results);
  // Cut off in the middle of a line, as by a signal.
  std::ofstream(results, std::ios::app) << "{\"schema\": \"arenascope.prof";
  ASSERT_EQ(run(batch), 1) << err_;
  EXPECT_THAT(err_, HasSubstr("3 models, 1 failed; 1 already done"));
  const std::string all = test::readText(results);
  EXPECT_EQ(all.substr(0, first.size()), first);
  EXPECT_EQ(linesOf(all).size(), 4U);
  ASSERT_EQ(run(batch), 1) << "as one whole run: " << err_;
  EXPECT_THAT(err_, HasSubstr("0 models, 0 failed; 4 already done (1 failed)"));
  EXPECT_EQ(test::readText(results), all) << "there is nothing left to do";
  // A line that lacks nothing but its end is whole.
  std::ofstream(results) << all.substr(0, all.size() - 1);
  ASSERT_EQ(run(batch), 1) << err_;
  EXPECT_EQ(test::readText(results), all);
}

TEST_F(BatchCommandTest, OtherFilesAreNotWrittenInto) {
  const std::string model = "'" + file("models/sine.tflite") + "' --target host";
  ASSERT_EQ(run("batch " + model + " --json '" + file("ours.jsonl") + "'"), 0) << err_;
  const std::string ours = test::readText(file("ours.jsonl"));
  for (const auto& [text, line] : std::map<std::string, const char*>{{"my notes\n", "1"},
                                                                     {"my only notes", "1"},
                                                                     {"{\"my\":", "1"},
                                                                     {"{\"schema\":\"arenascope.prof", "1"},
                                                                     {"[1, 2]", "1"},
                                                                     {ours + "my notes", "2"},
                                                                     {ours + "{\"my\": 1}", "2"},
                                                                     {ours + "my notes\n" + ours, "2"}}) {
    std::ofstream(file("notes.txt")) << text;
    EXPECT_EQ(run("batch " + model + " --json '" + file("notes.txt") + "'"), 2) << text;
    EXPECT_THAT(err_, HasSubstr(std::string("notes.txt: line ") + line + " is not a report of this program")) << text;
    EXPECT_EQ(test::readText(file("notes.txt")), text);
  }

  const std::string results = file("results.jsonl");
  ASSERT_EQ(run("batch '" + file("models/sine.tflite") + "' --target host --json '" + results + "'"), 0);
  EXPECT_EQ(run("batch " + models() + " --target cortex-m4 --json '" + results + "'"), 2);
  EXPECT_THAT(err_, HasSubstr("with other settings"));
}

// The first line of all, cut off in its middle.
TEST_F(BatchCommandTest, ATornFirstLineIsOurs) {
  const std::string batch = "batch '" + file("models/sine.tflite") + "' --target host --json '" + file("r.jsonl") + "'";
  ASSERT_EQ(run(batch), 0) << err_;
  const std::string whole = test::readText(file("r.jsonl"));
  std::ofstream(file("r.jsonl")) << whole.substr(0, whole.size() / 2);
  ASSERT_EQ(run(batch), 0) << err_;
  EXPECT_EQ(test::readText(file("r.jsonl")), whole);
}

TEST_F(BatchCommandTest, AChangedModelIsRunAgain) {
  const std::string model = file("models/sine.tflite");
  std::filesystem::copy(model, file("models/other.tflite")); // the same at two paths: a line each
  std::filesystem::remove(file("models/broken.tflite"));
  const std::string batch = "batch " + models() + " --target host --summary --json '" + file("r.jsonl") + "'";
  ASSERT_EQ(run(batch), 0) << err_;
  EXPECT_EQ(linesOf(test::readText(file("r.jsonl"))).size(), 4U);
  std::filesystem::copy(test::sampleModel("keyword_spotter"), model, std::filesystem::copy_options::overwrite_existing);
  ASSERT_EQ(run(batch), 0) << err_;
  EXPECT_THAT(err_, HasSubstr("1 model, 0 failed; 3 already done; 1 changed since then"));
  EXPECT_THAT(out_, HasSubstr("of 4 models")) << "the earlier line does not count";
  const std::vector<json> lines = linesOf(test::readText(file("r.jsonl")));
  ASSERT_EQ(lines.size(), 5U) << "what was written stays";
  ASSERT_EQ(run("profile '" + model + "' --target host --json -"), 0) << err_;
  EXPECT_EQ(lines.back().at("model").at("sha256"), json::parse(out_).at("model").at("sha256"));
  // What could not be loaded, and now can.
  std::ofstream(model) << "no model";
  ASSERT_EQ(run(batch), 1) << err_;
  std::filesystem::copy(test::sampleModel("sine"), model, std::filesystem::copy_options::overwrite_existing);
  ASSERT_EQ(run(batch), 0) << err_;
  EXPECT_THAT(err_, HasSubstr("1 model, 0 failed; 3 already done; 1 changed since then"));
}

TEST_F(BatchCommandTest, OtherSettingsAreOtherAnswers) {
  folder_.write("in.bin", std::string(4, '\1'));
  const std::string batch = "batch '" + file("models/sine.tflite") + "' --json '" + file("r.jsonl") + "' ";
  for (const std::string& options :
       {std::string(), std::string("--no-invoke"), std::string("--planner linear"), std::string("--arena-size 100000"),
        std::string("--resource-variables 3"), std::string("--separate-variables"), std::string("--tflm 2023-05"),
        std::string("--verify"), std::string("--guard"), std::string("--kernels reference"),
        std::string("--target cortex-m0plus"), std::string("--limit rank=5"), std::string("--board nucleo-f446re"),
        std::string("--board nucleo-f446re --clock 90"), std::string("--board nucleo-f446re --caches none"),
        std::string("--board nucleo-f446re --reserved-ram 64"), "--input 0='" + file("in.bin") + "'"}) {
    std::filesystem::remove(file("r.jsonl"));
    ASSERT_NE(run(batch + options), 2) << options << err_;
    const std::string line = test::readText(file("r.jsonl"));
    ASSERT_FALSE(line.empty()) << options;
    EXPECT_NE(run(batch + options), 2) << options << err_;
    EXPECT_THAT(err_, HasSubstr("1 already done")) << options;
    EXPECT_EQ(run(batch + "--no-invoke --verify"), 2) << options;
    EXPECT_THAT(err_, HasSubstr("with other settings")) << options;
    EXPECT_EQ(test::readText(file("r.jsonl")), line) << options;
  }
}

TEST_F(BatchCommandTest, LinesThatDoNotSayTheirSettingsAreNotTakenForDone) {
  const std::string model = "'" + file("models/sine.tflite") + "' --target host";
  ASSERT_EQ(run("batch " + model), 0) << err_;
  const std::string line = out_;
  std::ofstream(file("r.jsonl")) << line;
  EXPECT_EQ(run("batch " + model + " --json '" + file("r.jsonl") + "'"), 2);
  EXPECT_THAT(err_, HasSubstr("r.jsonl: line 1 does not name its settings"));
  EXPECT_EQ(test::readText(file("r.jsonl")), line);
}

TEST_F(BatchCommandTest, TheStatusIsThatOfOneWholeRun) {
  const std::string lines = " --target host --json '" + file("r.jsonl") + "' ";
  EXPECT_EQ(run("batch '" + file("models/sine.tflite") + "'" + lines), 0) << err_;
  EXPECT_EQ(run("batch '" + file("models/broken.tflite") + "'" + lines), 1) << "all failed";
  EXPECT_EQ(run("batch '" + file("models/sine.tflite") + "'" + lines), 0) << "the other one is not asked for";
  EXPECT_EQ(run("batch '" + file("models/sine.tflite") + "' --budget 100" + lines), 3) << "of an earlier run";
  EXPECT_EQ(run("batch '" + file("models/sine.tflite") + "' --budget 100000" + lines), 0) << err_;
  EXPECT_EQ(run("batch '" + file("models/broken.tflite") + "' --budget 100" + lines), 1);
  EXPECT_EQ(linesOf(test::readText(file("r.jsonl"))).size(), 2U);
}

// Each path once, however often it is named.
TEST_F(BatchCommandTest, TwoBatchesDoNotWriteIntoOneFile) {
  std::filesystem::remove(file("models/broken.tflite"));
  for (int i = 0; i < 20; ++i)
    std::filesystem::copy(test::sampleModel("person_detector"), file("models/" + std::to_string(i) + ".tflite"));
  const std::string one =
      "'" ARENASCOPE_CLI "' batch --jobs 2 " + models() + " " + models() + " --json '" + file("r.jsonl") + "'";
  shell(one + " & " + one + " & " + one + "; wait");
  EXPECT_EQ(linesOf(test::readText(file("r.jsonl"))).size(), 23U) << "each is whole, and there once";

  const int held = ::open(file("r.jsonl").c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_EQ(::flock(held, LOCK_EX | LOCK_NB), 0);
  EXPECT_EQ(shell(one), 1);
  EXPECT_THAT(err_, HasSubstr("r.jsonl: another batch is writing to it"));
  ::close(held);
  EXPECT_EQ(shell(one), 0) << err_;
  EXPECT_THAT(err_, HasSubstr("0 models, 0 failed; 23 already done"));
}

TEST_F(BatchCommandTest, WhatIsWrongIsNamed) {
  EXPECT_EQ(run("batch '" + file("nowhere") + "'"), 1);
  EXPECT_THAT(err_, HasSubstr("nowhere: no such file"));
  EXPECT_EQ(run("batch '" + newFolder("empty") + "'"), 1);
  EXPECT_THAT(err_, HasSubstr("no .tflite file in this folder"));
  EXPECT_EQ(run("batch " + models() + " --jobs 0"), 2);
  EXPECT_EQ(run("batch " + models() + " --target host --budget 100"), 3);
  EXPECT_EQ(run("batch " + models() + " --json '" + file("nowhere/results.jsonl") + "'"), 1);
  EXPECT_THAT(err_, HasSubstr("cannot be written"));
}

TEST_F(BatchCommandTest, TheSummaryIsTheFrontOverAllLines) {
  const std::string results = "'" + file("results.jsonl") + "'";
  ASSERT_EQ(run("batch " + models() + " --json " + results + " --summary"), 1) << err_;
  EXPECT_THAT(out_, HasSubstr("of 3 models on cortex-m4 with cmsis-nn kernels are on the front"));
  EXPECT_THAT(out_, HasSubstr("1 failed"));
  EXPECT_THAT(out_, HasSubstr("sine.tflite"));
  const std::string first = out_;
  ASSERT_EQ(run("batch --summary --json " + results), 0) << err_;
  EXPECT_EQ(out_, first);
}

TEST_F(BatchCommandTest, ASummaryNeedsAFile) {
  EXPECT_EQ(run("batch " + models() + " --summary"), 2);
  EXPECT_THAT(err_, HasSubstr("--summary reads the file of --json"));
  EXPECT_EQ(run("batch"), 2);
  EXPECT_THAT(err_, HasSubstr("MODELS is missing"));
}

} // namespace
} // namespace arenascope

// `arenascope batch` as a user runs it.
#include <gmock/gmock.h>

#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

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
  ASSERT_EQ(run("batch " + models() + " --target host"), 0) << err_;
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
  ASSERT_EQ(run("batch '" + file("list.txt") + "' --target host --jobs 1"), 0) << err_;
  const std::vector<json> lines = linesOf(out_);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].at("status"), "ok") << "one job keeps the order";
  EXPECT_EQ(lines[1].at("status"), "failed");
  EXPECT_THAT(lines[1].at("error").at("message").get<std::string>(), HasSubstr("gone.tflite: no such file"));
  ASSERT_EQ(shell("'" + std::string(ARENASCOPE_CLI) + "' batch - --target host < '" + file("list.txt") + "'"), 0);
  EXPECT_EQ(linesOf(out_).size(), 2U);
}

TEST_F(BatchCommandTest, GoesOnWhereItWasStopped) {
  const std::string results = file("results.jsonl");
  const std::string batch = "batch " + models() + " --target host --json '" + results + "'";
  ASSERT_EQ(run("batch '" + file("models/sine.tflite") + "' --target host --json '" + results + "'"), 0) << err_;
  const std::string first = test::readText(results);
  // Cut off in the middle of a line, as by a signal.
  std::ofstream(results, std::ios::app) << "{\"schema\": \"arenascope.prof";
  ASSERT_EQ(run(batch), 0) << err_;
  EXPECT_THAT(err_, HasSubstr("3 models, 1 failed; 1 were done before"));
  const std::string all = test::readText(results);
  EXPECT_EQ(all.substr(0, first.size()), first);
  EXPECT_EQ(linesOf(all).size(), 4U);
  ASSERT_EQ(run(batch), 0) << err_;
  EXPECT_EQ(test::readText(results), all) << "there is nothing left to do";
}

TEST_F(BatchCommandTest, OtherFilesAreNotWrittenInto) {
  std::ofstream(file("notes.txt")) << "my notes\n";
  EXPECT_EQ(run("batch " + models() + " --json '" + file("notes.txt") + "'"), 2);
  EXPECT_THAT(err_, HasSubstr("notes.txt: line 1 is not a report of this program"));
  EXPECT_EQ(test::readText(file("notes.txt")), "my notes\n");

  const std::string results = file("results.jsonl");
  ASSERT_EQ(run("batch '" + file("models/sine.tflite") + "' --target host --json '" + results + "'"), 0);
  EXPECT_EQ(run("batch " + models() + " --target cortex-m4 --json '" + results + "'"), 2);
  EXPECT_THAT(err_, HasSubstr("with other settings"));
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
  ASSERT_EQ(run("batch " + models() + " --json " + results + " --summary"), 0) << err_;
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
  EXPECT_THAT(err_, HasSubstr("MODELS are missing"));
}

} // namespace
} // namespace arenascope

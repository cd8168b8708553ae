// `arenascope batch` under what spreads work over processes and machines, where that is installed.
#include <gmock/gmock.h>

#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using testing::HasSubstr;

class ClusterTest : public test::ProgramTest {
protected:
  static constexpr int kModels = 40;

  // Copies of a sample, named in a file, one on each line.
  void SetUp() override {
    newFolder("models");
    std::ofstream list(file("candidates.txt"));
    for (int i = 0; i < kModels; ++i) {
      const std::string path = file("models/" + std::to_string(i) + ".tflite");
      std::filesystem::copy(test::sampleModel("sine"), path);
      list << path << "\n";
    }
  }

  // How many lines of JSON each model has.
  std::map<std::string, int> linesIn(const std::string& name) const {
    std::map<std::string, int> lines;
    std::ifstream stream(file(name));
    for (std::string line; std::getline(stream, line);)
      ++lines[nlohmann::json::parse(line).at("model").at("path").get<std::string>()];
    return lines;
  }
};

TEST_F(ClusterTest, GnuParallelHasEachModelOnce) {
  if (shell("parallel --version | grep GNU") != 0) {
    std::cerr << "\nNO BATCH UNDER GNU PARALLEL: it is not installed\n\n";
    GTEST_SKIP() << "there is no GNU parallel";
  }
  ASSERT_EQ(shell("cat '" + file("candidates.txt") +
                  "' | parallel --will-cite --pipe -N 7 \"'" ARENASCOPE_CLI "' batch - --jobs 1 --no-invoke\" > '" +
                  file("results.jsonl") + "'"),
            0)
      << err_;
  const std::map<std::string, int> lines = linesIn("results.jsonl");
  EXPECT_EQ(lines.size(), static_cast<std::size_t>(kModels));
  for (const auto& [model, count] : lines) EXPECT_EQ(count, 1) << model;
  ASSERT_EQ(run("batch --summary --json '" + file("results.jsonl") + "'"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("of 40 models"));
}

} // namespace
} // namespace arenascope

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

  // Lines of JSON, one for each model.
  void expectEachOnce(const std::string& name) const {
    std::map<std::string, int> lines;
    std::ifstream stream(file(name));
    for (std::string line; std::getline(stream, line);)
      ++lines[nlohmann::json::parse(line).at("model").at("path").get<std::string>()];
    EXPECT_EQ(lines.size(), static_cast<std::size_t>(kModels));
    for (const auto& [model, count] : lines) EXPECT_EQ(count, 1) << model;
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
  expectEachOnce("results.jsonl");
  ASSERT_EQ(run("batch --summary --json '" + file("results.jsonl") + "'"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("of 40 models"));
}

TEST_F(ClusterTest, ASlurmArrayHasEachModelOnce) {
  if (shell("scontrol ping | grep UP") != 0) {
    std::cerr << "\nNO BATCH UNDER SLURM: no controller answers\n\n";
    GTEST_SKIP() << "no Slurm controller answers";
  }
  std::ofstream(file("task.sh")) << "#!/bin/sh\nexec '" ARENASCOPE_CLI "' batch part.$SLURM_ARRAY_TASK_ID --no-invoke "
                                    "--jobs 1 --json results.$SLURM_ARRAY_TASK_ID.jsonl\n";
  ASSERT_EQ(shell("cd '" + folder_.path().string() + "' && split -n l/4 -d -a 1 candidates.txt part. && " +
                  "sbatch --wait --requeue --array=0-3 task.sh && cat results.?.jsonl > results.jsonl"),
            0)
      << err_;
  expectEachOnce("results.jsonl");
}

TEST_F(ClusterTest, DaskHasEachModelOnce) {
  if (shell("/usr/bin/python3 -c 'import distributed'") != 0) {
    std::cerr << "\nNO BATCH UNDER DASK: python3-distributed is not installed\n\n";
    GTEST_SKIP() << "there is no python3-distributed";
  }
  std::ofstream(file("search.py")) << R"(
import subprocess
import sys

from distributed import Client


def lines_of(part):
    program, paths = part
    done = subprocess.run([program, "batch", "-", "--jobs", "1", "--no-invoke"], input="\n".join(paths),
                          capture_output=True, text=True, check=True)
    return done.stdout


if __name__ == "__main__":
    program, candidates, results = sys.argv[1:]
    paths = open(candidates).read().split()
    with Client(n_workers=2, threads_per_worker=1, dashboard_address=None) as client, open(results, "w") as out:
        parts = [(program, paths[i::8]) for i in range(8)]
        for future in client.map(lines_of, parts):
            out.write(future.result())
)";
  ASSERT_EQ(shell("/usr/bin/python3 '" + file("search.py") + "' '" ARENASCOPE_CLI "' '" + file("candidates.txt") +
                  "' '" + file("results.jsonl") + "'"),
            0)
      << err_;
  expectEachOnce("results.jsonl");
}

} // namespace
} // namespace arenascope

// Bytes for a model's input, from files.
#include "app/cli/options/input_file.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using InputFileTest = test::ProgramTest;

TEST_F(InputFileTest, InputsComeFromRawAndNumpyFiles) {
  const std::vector<std::uint8_t> zeros(256, 0);
  const std::string header = std::string("\x93NUMPY\x01\x00", 8) + std::string("\x46\x00", 2) +
                             "{'descr': '|i1', 'fortran_order': False, 'shape': (1, 256), }        \n";
  std::vector<std::uint8_t> numpy(header.begin(), header.end());
  numpy.insert(numpy.end(), zeros.begin(), zeros.end());
  ASSERT_EQ(header.size(), 80U);
  ASSERT_EQ(run("profile " + sample("autoencoder") + " --json - --input 0=" + written("raw.bin", zeros)), 0);
  const auto raw = nlohmann::json::parse(out_).at("outputs");
  ASSERT_EQ(run("profile " + sample("autoencoder") + " --json - --input 0=" + written("in.npy", numpy)), 0);
  EXPECT_EQ(nlohmann::json::parse(out_).at("outputs"), raw);
  EXPECT_EQ(run("profile " + sample("autoencoder") + " --input 0=/no/such/file"), 1);
}

} // namespace
} // namespace arenascope

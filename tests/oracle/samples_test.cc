// The sample models, as the real interpreter ran them: measured once, and part of every checkout (samples.tsv).
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "core/base/hash.h"
#include "core/diagnosis/tflm_replay.h"
#include "service/store/samples.h"
#include "tests/support/report_rules.h"
#include "tests/support/test_models.h"

namespace arenascope {
namespace {

struct MeasuredSample {
  std::string model;
  std::string sha256; // its first 16 digits
  std::string kernels;
  std::uint64_t used = 0;
  std::uint64_t minimum = 0;
  std::string outputs; // FNV-1a 64 of the output's bytes
  std::string below;   // the first message in an arena 16 bytes smaller
};
void PrintTo(const MeasuredSample& sample, std::ostream* stream) { *stream << sample.model << ", " << sample.kernels; }

std::vector<MeasuredSample> measuredSamples() {
  std::vector<MeasuredSample> samples;
  std::ifstream file(std::string(ARENASCOPE_SOURCE_DIR) + "/tests/oracle/samples.tsv");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream fields(line);
    MeasuredSample sample;
    fields >> sample.model >> sample.sha256 >> sample.kernels >> sample.used >> sample.minimum >> sample.outputs;
    std::getline(fields >> std::ws, sample.below);
    samples.push_back(std::move(sample));
  }
  return samples;
}

class SamplesTest : public testing::TestWithParam<MeasuredSample> {};

TEST_P(SamplesTest, AreAsTheRealInterpreterRanThem) {
  const MeasuredSample& measured = GetParam();
  const std::filesystem::path path = test::sampleModel(measured.model);
  const std::string bytes = test::readText(path);
  ASSERT_TRUE(
      sha256Hex({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}).starts_with(measured.sha256))
      << "the sample is not the one that was measured";
  const report::Report report = test::profileOf(path, "cortex-m4", measured.kernels);
  ASSERT_TRUE(report.ok());
  test::expectConsistent(report);
  EXPECT_EQ(report.arena->used, measured.used);
  EXPECT_EQ(report.arena->minimum, measured.minimum);
  EXPECT_TRUE(report.arena->minimumProven);
  ASSERT_EQ(report.outputs.size(), 1U);
  EXPECT_EQ(hex64(fnv1a64(report.outputs.front().bytes)), measured.outputs);
  const diagnosis::ArenaOutcome below =
      diagnosis::replayInTflm(report, {report.arena->minimum - report::kArenaStep, 0});
  EXPECT_FALSE(below.works());
  // A check that fails in a kernel's preparation, and no allocation: its memory had been overwritten, as we say.
  if (measured.below.starts_with("tensorflow/lite/kernels/"))
    EXPECT_EQ(below.fate, diagnosis::ArenaFate::kOverwrites);
  else
    EXPECT_EQ(diagnosis::tflmMessage(report, below), measured.below);
}

INSTANTIATE_TEST_SUITE_P(Samples, SamplesTest, testing::ValuesIn(measuredSamples()), [](const auto& info) {
  std::string name = info.param.model + "_" + info.param.kernels;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

// Of each sample and both kernel sets.
TEST(SamplesTest, AllWereMeasured) {
  std::set<std::string> measured;
  for (const MeasuredSample& sample : measuredSamples()) measured.insert(sample.model + " " + sample.kernels);
  std::size_t models = 0;
  for (const std::filesystem::path& path : service::sampleModels()) {
    ++models;
    for (const char* kernels : {" reference", " cmsis-nn"})
      EXPECT_TRUE(measured.contains(path.stem().string() + kernels)) << path;
  }
  EXPECT_EQ(measured.size(), 2 * models);
}

} // namespace
} // namespace arenascope

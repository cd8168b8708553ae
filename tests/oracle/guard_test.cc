// Our kernels access only their own parts of the arena: with all sample models, and with those next to the checkout, if
// available. Of long runs the beginning is checked; ARENASCOPE_ORACLE_ALL=1 checks all of each.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "core/model/load/model_file.h"
#include "core/model/load/read_model_info.h"
#include "service/profile/runner_factory.h"
#include "tests/support/test_models.h"

namespace arenascope {
namespace {

constexpr std::uint64_t kAmple = std::uint64_t{16} << 20;
constexpr std::uint64_t kBeginning = 12'000'000; // instructions

struct Variant {
  const char* target;
  const char* kernels;
};

class GuardTest : public testing::TestWithParam<Variant> {};

TEST_P(GuardTest, KernelsTouchOnlyWhatIsTheirs) {
  report::RunConfiguration configuration;
  configuration.kernels = GetParam().kernels;
  auto runner = service::makeRunner(*engine::findTarget(GetParam().target), configuration, nullptr);
  ASSERT_TRUE(runner) << runner.error().message;
  std::uint64_t accesses = 0;
  int models = 0;
  for (const auto& folder : {test::sampleModel("sine").parent_path(), test::sharedFolder() / "models"}) {
    if (!std::filesystem::is_directory(folder)) {
      std::cerr << "\nNo models at " << folder << ": only the samples are watched.\n";
      continue;
    }
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() != ".tflite") continue;
      const auto file = model::ModelFile::load(entry.path());
      if (!file) continue; // refused before any kernel runs
      const engine::LoadedModel model{*file, model::readModelInfo(*file)};
      engine::RunOptions options;
      options.arenaBytes = kAmple;
      options.interpreter.invoke = true;
      options.guard = true;
      if (std::getenv("ARENASCOPE_ORACLE_ALL") == nullptr) options.limits.instructions = kBeginning;
      options.interpreter.resourceVariables = static_cast<std::uint32_t>(model.info.resourceVariables);
      engine::RunControl control;
      const run::RunTrace trace = (*runner)->run(model, options, control);
      const std::string message = trace.error ? trace.error->message : "";
      EXPECT_EQ(message.find("outside its own buffers"), std::string::npos) << entry << ": " << message;
      accesses += trace.guardedAccesses.value_or(0);
      if (trace.guardedAccesses.value_or(0) > 0) ++models;
    }
  }
  std::cerr << GetParam().target << " " << GetParam().kernels << ": " << models << " models, " << accesses
            << " accesses\n";
  EXPECT_GE(models, 7);
  EXPECT_GT(accesses, 1'000'000U);
}

std::string nameOf(const testing::TestParamInfo<Variant>& info) {
  std::string name = std::string(info.param.target) + "_" + info.param.kernels;
  for (char& letter : name)
    if (letter == '-') letter = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, GuardTest,
                         testing::Values(Variant{"cortex-m4", "cmsis-nn"}, Variant{"cortex-m4", "reference"},
                                         Variant{"cortex-m0plus", "cmsis-nn"}),
                         nameOf);

} // namespace
} // namespace arenascope

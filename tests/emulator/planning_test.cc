// Plans of whole models: written, run, and never worse than the interpreter's own.
#include "emulator/session/planning.h"

#include <gtest/gtest.h>

#include <iostream>

#include "tests/support/test_models.h"

namespace arenascope::session {
namespace {

profile::Result<plan::PlanReport> planOf(const std::filesystem::path& model, const std::string& target,
                                         const std::string& kernels = "") {
  PlanRequest request;
  request.profile.model = model;
  request.profile.target = target;
  request.profile.kernels = kernels;
  RunControl control;
  return planModel(request, {}, control);
}

void expectGoodPlan(const plan::PlanReport& report) {
  EXPECT_LE(report.bytes(), report.greedyBytes);
  EXPECT_GE(report.bytes(), report.lowerBound);
  EXPECT_EQ(report.before.invoked, report.after.invoked);
  EXPECT_EQ(report.outputsIdentical, report.before.invoked);
  EXPECT_LE(report.after.arena->minimum, report.before.arena->minimum);
}

class PlannedSampleTest : public testing::TestWithParam<int> {};
constexpr std::pair<const char*, const char*> kVariants[] = {
    {"cortex-m4", "cmsis-nn"}, {"cortex-m4", "reference"}, {"cortex-m0plus", "cmsis-nn"}, {"host", "reference"}};
INSTANTIATE_TEST_SUITE_P(All, PlannedSampleTest, testing::Range(0, static_cast<int>(std::size(kVariants))));

TEST_P(PlannedSampleTest, HoldsForWhatTheInterpreterDoesWithIt) {
  const auto& [target, kernels] = kVariants[GetParam()];
  for (const auto& entry : std::filesystem::directory_iterator(test::sampleModel("sine").parent_path())) {
    if (entry.path().extension() != ".tflite") continue;
    SCOPED_TRACE(entry.path());
    const auto report = planOf(entry.path(), target, kernels);
    ASSERT_TRUE(report) << report.error().message;
    expectGoodPlan(*report);
    EXPECT_TRUE(report->provenOptimal());
    EXPECT_TRUE(report->outputsIdentical);
  }
}

TEST(PlanningTest, OtherPeoplesModels) {
  const auto folder = test::sharedFolder() / "models";
  if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << "no models at " << folder;
  int planned = 0;
  int smaller = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".tflite") continue;
    SCOPED_TRACE(entry.path());
    const auto report = planOf(entry.path(), "host");
    if (!report) continue; // refused, as by profile
    expectGoodPlan(*report);
    EXPECT_TRUE(report->provenOptimal());
    ++planned;
    if (report->bytes() < report->greedyBytes) ++smaller;
  }
  std::cerr << planned << " models planned, " << smaller << " of them smaller than by the interpreter's own planner\n";
  EXPECT_GT(smaller, 0);
}

TEST(PlanningTest, AnAcceleratorsPlanIsItsCompilers) {
  const auto model = test::sharedFolder() / "models" / "person_detect_vela.tflite";
  if (!std::filesystem::exists(model)) GTEST_SKIP() << "no " << model;
  const auto report = planOf(model, "cortex-m4");
  ASSERT_FALSE(report);
  EXPECT_NE(report.error().message.find("the accelerator's compiler"), std::string::npos);
}

} // namespace
} // namespace arenascope::session

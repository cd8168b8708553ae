// Computed results (the recording interpreter, an arena 16 bytes too small) against running them.
// ARENASCOPE_ORACLE_ALL=1 takes all models.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "core/output/json_writer.h"
#include "core/report/recording.h"
#include "service/profile/profiler.h"
#include "tests/support/test_models.h"

namespace arenascope::output {
namespace {

struct Kind {
  const char* name;
  const char* target;
  const char* kernels;
  const char* tflm;
  report::Planner planner;
};

class VerifyTest : public testing::TestWithParam<Kind> {
protected:
  static std::string reportOf(const std::filesystem::path& model, bool verify) {
    const Kind& kind = GetParam();
    service::ProfileRequest request;
    request.model = model;
    request.target = kind.target;
    request.kernels = kind.kernels;
    request.tflm = kind.tflm;
    request.planner = kind.planner;
    request.invoke = false;
    request.verify = verify;
    engine::RunControl control;
    const auto report = service::profileModel(request, {}, control);
    if (!report) return report.error().message;
    EXPECT_TRUE(!report->arena || report->error || report->arena->minimumProven) << model;
    return toJson(*report);
  }
};

TEST_P(VerifyTest, WhatIsComputedIsWhatRuns) {
  std::vector<std::filesystem::path> models;
  for (const auto& entry : std::filesystem::directory_iterator(ARENASCOPE_SOURCE_DIR "/resources/models"))
    if (entry.path().extension() == ".tflite") models.push_back(entry.path());
  EXPECT_GT(models.size(), 4U) << "the samples";
  const auto folder = test::sharedFolder() / "models";
  if (std::filesystem::exists(folder)) {
    std::size_t number = 0;
    const bool all = std::getenv("ARENASCOPE_ORACLE_ALL") != nullptr;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (all || number++ % 8 == 0) models.push_back(entry.path());
  } else {
    std::cerr << "\nNO MODELS OF OTHER PEOPLE: there is no " << folder << "; our own samples are compared\n\n";
  }
  for (const auto& model : models) EXPECT_EQ(reportOf(model, false), reportOf(model, true)) << model;
}

constexpr auto kGreedy = report::Planner::kGreedy;
INSTANTIATE_TEST_SUITE_P(All, VerifyTest,
                         testing::Values(Kind{"m4", "cortex-m4", "cmsis-nn", "current", kGreedy},
                                         Kind{"m0plus", "cortex-m0plus", "reference", "current", kGreedy},
                                         Kind{"linear", "cortex-m4", "cmsis-nn", "current", report::Planner::kLinear},
                                         Kind{"vectors", "cortex-m55", "cmsis-nn", "current", kGreedy},
                                         Kind{"chip", "esp32s3", "esp-nn", "current", kGreedy},
                                         Kind{"old", "cortex-m4", "cmsis-nn", "2021-09", kGreedy},
                                         Kind{"here", "host", "reference", "current", kGreedy}),
                         [](const auto& info) { return info.param.name; });

} // namespace
} // namespace arenascope::output

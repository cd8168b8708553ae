// Machines are kept between runs. Results must not depend on earlier runs.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "core/output/json_writer.h"
#include "emulator/runners/firmware.h"
#include "emulator/unicorn/engine.h"
#include "tests/support/test_models.h"

namespace arenascope::client {
namespace {

struct TargetAndKernels {
  const char* target;
  const char* kernels;
};
void PrintTo(const TargetAndKernels& each, std::ostream* stream) { *stream << each.target << " " << each.kernels; }

class WarmMachinesTest : public testing::TestWithParam<TargetAndKernels> {
protected:
  service::ProfileRequest requestFor(const std::string& model) const {
    service::ProfileRequest request;
    request.model = test::sampleModel(model);
    request.target = GetParam().target;
    request.kernels = GetParam().kernels;
    return request;
  }

  std::string reportOf(const std::string& model) const {
    engine::RunControl control;
    const auto report = service::profileModel(requestFor(model), {}, control);
    EXPECT_TRUE(report && report->ok()) << model;
    return report ? output::toJson(*report) : "";
  }

  std::map<std::string, std::string> coldReports() const {
    std::map<std::string, std::string> reports;
    for (const char* model : {"sine", "countdown", "edge_detector", "autoencoder", "keyword_spotter"}) {
      runners::Firmware::endIdleMachines();
      reports[model] = reportOf(model);
    }
    return reports;
  }

  // Which ends in the middle of something.
  void runIntoLimit(const std::string& model) const {
    service::ProfileRequest request = requestFor(model);
    request.limits.instructions = 100'000;
    engine::RunControl control;
    const auto report = service::profileModel(request, {}, control);
    ASSERT_TRUE(report);
    EXPECT_FALSE(report->ok());
  }

  void cancelInTheMiddle(const std::string& model) const {
    engine::RunControl control;
    service::ProfileObserver observer;
    observer.onAllocation = [&](const report::Report&) { control.cancelled = true; };
    const auto report = service::profileModel(requestFor(model), observer, control);
    ASSERT_TRUE(report);
    EXPECT_FALSE(report->ok());
  }
};

TEST_P(WarmMachinesTest, ReportsAreThoseOfColdOnesInAnyOrder) {
  const std::map<std::string, std::string> cold = coldReports();
  for (const auto& [model, report] : cold) EXPECT_EQ(reportOf(model), report) << model;
  for (auto each = cold.rbegin(); each != cold.rend(); ++each)
    EXPECT_EQ(reportOf(each->first), each->second) << each->first << ", backwards";
}

TEST_P(WarmMachinesTest, ReportsAreThoseOfColdOnesAfterFaultsAndCancels) {
  const std::map<std::string, std::string> cold = coldReports();
  for (const auto& [model, report] : cold) {
    runIntoLimit("keyword_spotter");
    EXPECT_EQ(reportOf(model), report) << model << " after a fault";
    cancelInTheMiddle("keyword_spotter");
    EXPECT_EQ(reportOf(model), report) << model << " after it was cancelled";
  }
}

TEST_P(WarmMachinesTest, ReportsAreThoseOfColdOnesAfterRunsThatAreWatchedOtherwise) {
  const std::map<std::string, std::string> cold = coldReports();
  for (const auto& [model, report] : cold) {
    service::ProfileRequest request = requestFor("sine");
    request.guard = true;
    request.distances = true;
    engine::RunControl control;
    ASSERT_TRUE(service::profileModel(request, {}, control));
    EXPECT_EQ(reportOf(model), report) << model;
  }
}

INSTANTIATE_TEST_SUITE_P(All, WarmMachinesTest,
                         testing::Values(TargetAndKernels{"cortex-m4", "cmsis-nn"},
                                         TargetAndKernels{"cortex-m0plus", "reference"},
                                         TargetAndKernels{"esp32c3", "reference"}),
                         [](const auto& info) {
                           std::string name = std::string(info.param.target) + "_" + info.param.kernels;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(FirmwareTest, AnImageIsLoadedOnce) {
  const auto first = runners::Firmware::load("cortex-m4", cpu::kThumbFormat, "cmsis-nn");
  const auto second = runners::Firmware::load("cortex-m4", cpu::kThumbFormat, "cmsis-nn");
  const auto other = runners::Firmware::load("cortex-m4", cpu::kThumbFormat, "reference");
  ASSERT_TRUE(first && second && other);
  EXPECT_EQ(*first, *second);
  EXPECT_NE(*first, *other);
}

TEST(FirmwareTest, AMachineHasOneUserAtATime) {
  runners::Firmware::endIdleMachines();
  const auto firmware = runners::Firmware::load("cortex-m4", cpu::kThumbFormat, "cmsis-nn");
  ASSERT_TRUE(firmware);
  runners::Firmware::Lease first = (*firmware)->lease();
  const runners::Firmware::Lease second = (*firmware)->lease();
  EXPECT_NE(first.get(), second.get());
  const client::RemoteMachine* given = first.get();
  first.reset();
  const runners::Firmware::Lease third = (*firmware)->lease();
  EXPECT_EQ(third.get(), given);
}

} // namespace
} // namespace arenascope::client

// Machines are kept from run to run. What a run finds must not depend on those before it.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "core/output/json_writer.h"
#include "emulator/machine/engine.h"
#include "emulator/targets/firmware.h"
#include "tests/support/test_models.h"

namespace arenascope::session {
namespace {

struct TargetAndKernels {
  const char* target;
  const char* kernels;
};
void PrintTo(const TargetAndKernels& each, std::ostream* stream) { *stream << each.target << " " << each.kernels; }

class WarmMachinesTest : public testing::TestWithParam<TargetAndKernels> {
protected:
  ProfileRequest requestFor(const std::string& model) const {
    ProfileRequest request;
    request.model = test::sampleModel(model);
    request.target = GetParam().target;
    request.kernels = GetParam().kernels;
    return request;
  }

  std::string reportOf(const std::string& model) const {
    RunControl control;
    const auto report = profileModel(requestFor(model), {}, control);
    EXPECT_TRUE(report && report->ok()) << model;
    return report ? profile::toJson(*report) : "";
  }

  std::map<std::string, std::string> coldReports() const {
    std::map<std::string, std::string> reports;
    for (const char* model : {"sine", "countdown", "edge_detector", "autoencoder", "keyword_spotter"}) {
      Firmware::endIdleMachines();
      reports[model] = reportOf(model);
    }
    return reports;
  }

  // Which ends in the middle of something.
  void runIntoLimit(const std::string& model) const {
    ProfileRequest request = requestFor(model);
    request.limits.instructions = 100'000;
    RunControl control;
    const auto report = profileModel(request, {}, control);
    ASSERT_TRUE(report);
    EXPECT_FALSE(report->ok());
  }

  void cancelInTheMiddle(const std::string& model) const {
    RunControl control;
    ProfileObserver observer;
    observer.onAllocation = [&](const profile::Report&) { control.cancelled = true; };
    const auto report = profileModel(requestFor(model), observer, control);
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
    ProfileRequest request = requestFor("sine");
    request.guard = true;
    request.distances = true;
    RunControl control;
    ASSERT_TRUE(profileModel(request, {}, control));
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
  const auto first = Firmware::load(*findTarget("cortex-m4"), "cmsis-nn");
  const auto second = Firmware::load(*findTarget("cortex-m4"), "cmsis-nn");
  const auto other = Firmware::load(*findTarget("cortex-m4"), "reference");
  ASSERT_TRUE(first && second && other);
  EXPECT_EQ(*first, *second);
  EXPECT_NE(*first, *other);
}

TEST(FirmwareTest, AMachineHasOneUserAtATime) {
  Firmware::endIdleMachines();
  const auto firmware = Firmware::load(*findTarget("cortex-m4"), "cmsis-nn");
  ASSERT_TRUE(firmware);
  Firmware::Lease first = (*firmware)->lease();
  const Firmware::Lease second = (*firmware)->lease();
  EXPECT_NE(first.get(), second.get());
  const process::RemoteMachine* given = first.get();
  first.reset();
  const Firmware::Lease third = (*firmware)->lease();
  EXPECT_EQ(third.get(), given);
}

} // namespace
} // namespace arenascope::session

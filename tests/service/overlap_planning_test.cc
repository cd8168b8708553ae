// Plans in which outputs lie over what their operators have read: smaller, proven, and honest about for whom.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/model/load/model_file.h"
#include "core/optimization/overlap_plan.h"
#include "core/output/json_writer.h"
#include "core/output/text_writer.h"
#include "service/optimize/planning.h"
#include "service/profile/watched_runs.h"
#include "tests/support/report_rules.h"
#include "tests/support/test_models.h"

namespace arenascope::service {
namespace {

using testing::HasSubstr;
using testing::Not;

Result<optimization::PlanReport> overlapped(const std::filesystem::path& model, const std::string& target,
                                            const std::string& kernels,
                                            std::vector<service::PlanRequest::Variant> also = {}) {
  service::PlanRequest request;
  request.profile.model = model;
  request.profile.target = target;
  request.profile.kernels = kernels;
  request.also = std::move(also);
  request.overlap = true;
  engine::RunControl control;
  return service::planModel(request, {}, control);
}

Result<report::Report> profiledBytes(const optimization::PlanReport& plan, const std::string& target,
                                     const std::string& kernels) {
  service::ProfileRequest request;
  request.model = "planned.tflite";
  const auto file = model::ModelFile::fromBytes(plan.model, "planned.tflite", {});
  if (!file) return file.error();
  request.file = *file;
  request.target = target;
  request.kernels = kernels;
  engine::RunControl control;
  return service::profileModel(request, {}, control);
}

class OverlapOfSamplesTest : public testing::TestWithParam<std::pair<const char*, const char*>> {};
INSTANTIATE_TEST_SUITE_P(All, OverlapOfSamplesTest,
                         testing::Values(std::pair{"cortex-m4", "reference"}, std::pair{"cortex-m0plus", "cmsis-nn"},
                                         std::pair{"riscv32", "reference"}));

// Whatever the model: never larger than without overlap, at least the bound, what shares bytes was measured to be
// allowed to, and the model that comes of it is as small when it is profiled again.
TEST_P(OverlapOfSamplesTest, HoldsForWhatTheInterpreterDoesWithIt) {
  const auto& [target, kernels] = GetParam();
  int overlapping = 0;
  for (const char* name : {"sine", "countdown", "autoencoder", "edge_detector"}) {
    SCOPED_TRACE(name);
    const auto model = test::sampleModel(name);
    const auto report = overlapped(model, target, kernels);
    ASSERT_TRUE(report) << report.error().message;
    ASSERT_TRUE(report->overlap);
    EXPECT_LE(report->bytes(), report->overlap->apartBytes);
    EXPECT_LE(report->overlap->apartBytes, report->greedyBytes);
    EXPECT_GE(report->bytes(), report->lowerBound);
    EXPECT_TRUE(report->outputsIdentical);
    EXPECT_TRUE(report->after.arena->minimumProven);
    test::expectConsistent(report->after);
    for (const report::OverlappingPair& pair : report->overlap->pairs) {
      EXPECT_TRUE(pair.isSafe()) << report::describe(pair);
    }
    if (report->overlap->pairs.empty()) continue;
    ++overlapping;
    const auto again = profiledBytes(*report, target, kernels);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->arena->minimum, report->after.arena->minimum);
    EXPECT_TRUE(again->model.planOverlap.empty()) << again->model.planOverlap;
    EXPECT_THAT(output::toText(*again, false),
                HasSubstr("has been proven for " + std::string(kernels) + " on " + target));
    EXPECT_THAT(output::toText(*again, false), Not(HasSubstr("may be wrong")));
  }
  EXPECT_GT(overlapping, 0);
}

TEST(OverlapPlanningTest, OtherKernelsAreWarnedOf) {
  const auto report = overlapped(test::sampleModel("edge_detector"), "cortex-m4", "reference");
  ASSERT_TRUE(report && !report->overlap->pairs.empty());
  const auto other = profiledBytes(*report, "cortex-m4", "cmsis-nn");
  ASSERT_TRUE(other) << other.error().message;
  EXPECT_THAT(output::toText(*other, false), HasSubstr("results may be wrong"));
}

// A plan for two kernel sets takes the strictest of both: it is good for each.
TEST(OverlapPlanningTest, ForSeveralKernelSetsTheStrictestHolds) {
  const auto model = test::sampleModel("edge_detector");
  const auto one = overlapped(model, "cortex-m4", "reference");
  const auto both = overlapped(model, "cortex-m4", "reference", {{"cortex-m4", "cmsis-nn"}});
  ASSERT_TRUE(one && both);
  EXPECT_GE(both->bytes(), one->bytes());
  ASSERT_EQ(both->others.size(), 1U);
  EXPECT_TRUE(both->others.front().outputsIdentical);
}

// An independent prototype with the real interpreter gave 63,904 bytes.
TEST(OverlapPlanningTest, PublishedNetworksGetSmaller) {
  const auto model = test::sharedFolder() / "models/person_detect.tflite";
  if (!std::filesystem::exists(model)) GTEST_SKIP() << "there is no " << model;
  const auto report = overlapped(model, "cortex-m4", "reference");
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_LE(report->after.arena->minimum, 64'000U);
  EXPECT_TRUE(report->provenOptimal());
  EXPECT_EQ(report->after.cost->kernels.instructions, report->before.cost->kernels.instructions);
  // Made for the reference kernels; CMSIS-NN passes over the input for every two output channels.
  engine::RunControl control;
  service::ProfileRequest one;
  one.model = model;
  one.kernels = "cmsis-nn";
  service::ProfileRequest other = one;
  const auto file = model::ModelFile::fromBytes(report->model, "planned.tflite", {});
  ASSERT_TRUE(file);
  other.file = *file;
  const auto different = service::giveTheSame(one, other, 2, control);
  ASSERT_TRUE(different) << different.error().message;
  EXPECT_FALSE(*different);
  // Watched, they say where.
  other.distances = true;
  const auto found = service::profileModel(other, {}, control);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_THAT(output::toText(*found, false),
              HasSubstr("18,416 bytes of MobilenetV1/MobilenetV1/Conv2d_1_depthwise/Relu6"));
  EXPECT_THAT(output::toText(*found, false), HasSubstr("before its kernel has read them"));
}

TEST(OverlapPlanningTest, WhereTheCodeDoesNotRunNothingIsClaimed) {
  const auto model = test::sampleModel("edge_detector");
  for (const auto& [target, kernels] :
       {std::pair{"host", "reference"}, {"esp32s3", "esp-nn"}, {"esp32", "esp-nn"}, {"cortex-m85", "cmsis-nn"}}) {
    const auto report = overlapped(model, target, kernels);
    ASSERT_FALSE(report) << target;
    EXPECT_THAT(report.error().message, HasSubstr("the accesses of kernels are unknown")) << target;
  }
}

TEST(OverlapPlanningTest, DistancesAreInTheReport) {
  service::ProfileRequest request;
  request.model = test::sampleModel("edge_detector");
  request.kernels = "reference";
  request.distances = true;
  engine::RunControl control;
  const auto report = service::profileModel(request, {}, control);
  ASSERT_TRUE(report && report->ok());
  ASSERT_FALSE(report->distances.empty());
  for (const run::SafeDistance& distance : report->distances) {
    const model::SubgraphInfo& graph = report->model.subgraphs.front();
    const std::uint64_t input = graph.tensors[distance.input.position()].bytes;
    const std::uint64_t output = graph.tensors[distance.output.position()].bytes;
    EXPECT_GE(distance.below, -static_cast<std::int64_t>(output));
    EXPECT_LE(distance.above, static_cast<std::int64_t>(input));
    EXPECT_LE(distance.sharedBytes(input, output), std::min(input, output));
  }
  const nlohmann::json json = nlohmann::json::parse(output::toJson(*report));
  EXPECT_EQ(json.at("overlap").size(), report->distances.size());
  EXPECT_THAT(output::toText(*report, false), HasSubstr("Bytes that outputs may share with inputs"));
}

} // namespace
} // namespace arenascope::service

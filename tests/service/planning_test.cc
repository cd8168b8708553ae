// Plans of whole models: written, run, and never worse than the interpreter's own.
#include "core/model/load/model_file.h"
#include "service/optimize/planning.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <map>

#include "core/optimization/plan_report.h"
#include "resources/generator/model_builder.h"
#include "tests/support/test_models.h"

namespace arenascope::service {
namespace {

Result<optimization::PlanReport> planOf(const std::filesystem::path& model, const std::string& target,
                                        const std::string& kernels = "", service::PlanRequest request = {}) {
  request.profile.model = model;
  request.profile.target = target;
  request.profile.kernels = kernels;
  engine::RunControl control;
  return service::planModel(request, {}, control);
}

void expectGoodPlan(const optimization::PlanReport& report) {
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

// Emulating them all takes an hour.
const char* otherPeoplesTarget() { return std::getenv("ARENASCOPE_ORACLE_ALL") != nullptr ? "cortex-m4" : "host"; }

TEST(PlanningTest, OtherPeoplesModels) {
  const auto folder = test::sharedFolder() / "models";
  if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << "no models at " << folder;
  int planned = 0;
  int smaller = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".tflite") continue;
    SCOPED_TRACE(entry.path());
    const auto report = planOf(entry.path(), otherPeoplesTarget());
    if (!report) continue; // refused, as by profile
    expectGoodPlan(*report);
    EXPECT_TRUE(report->provenOptimal());
    ++planned;
    if (report->bytes() < report->greedyBytes) ++smaller;
  }
  std::cerr << planned << " models planned, " << smaller << " of them smaller than by the interpreter's own planner\n";
  EXPECT_GT(smaller, 0);
}

TEST(PlanningTest, OtherPeoplesModelsInTheBestOrder) {
  const auto folder = test::sharedFolder() / "models";
  if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << "no models at " << folder;
  int reordered = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".tflite") continue;
    SCOPED_TRACE(entry.path());
    service::PlanRequest request;
    request.order = optimization::Ordering::kBest;
    const auto report = planOf(entry.path(), otherPeoplesTarget(), "", request);
    if (!report) continue;
    expectGoodPlan(*report);
    EXPECT_TRUE(report->provenOptimal());
    if (!report->operatorOrder.empty()) ++reordered;
  }
  std::cerr << reordered << " models need less in another order\n";
  EXPECT_GT(reordered, 0);
}

TEST(PlanningTest, OperatorsRunInTheOrderThatNeedsLeast) {
  const test::TemporaryFolder folder;
  const auto model = folder.write("branches.tflite", test::badlyOrderedModel());
  for (const char* target : {"host", "cortex-m4"}) {
    const auto kept = planOf(model, target);
    ASSERT_TRUE(kept) << kept.error().message;
    EXPECT_EQ(kept->bytes(), 4'160U);
    EXPECT_TRUE(kept->operatorOrder.empty());
    service::PlanRequest request;
    request.order = optimization::Ordering::kBest;
    for (const optimization::Method planner : optimization::kMethods) {
      request.planner = planner;
      const auto best = planOf(model, target, "", request);
      ASSERT_TRUE(best) << best.error().message;
      EXPECT_TRUE(best->outputsIdentical);
      EXPECT_EQ(best->lowerBound, 1'216U);
      EXPECT_EQ(best->before.arena->head, 4'160U);
      if (planner == optimization::Method::kLinear) continue;
      EXPECT_FALSE(best->operatorOrder.empty());
      if (planner == optimization::Method::kOptimal)
        EXPECT_EQ(best->bytes(), best->lowerBound);
      else
        EXPECT_LT(best->bytes(), 1'300U);
    }
  }
}

TEST(PlanningTest, OnePlanHoldsForSeveralTargetsAndKernelSets) {
  for (const auto& entry : std::filesystem::directory_iterator(test::sampleModel("sine").parent_path())) {
    if (entry.path().extension() != ".tflite") continue;
    SCOPED_TRACE(entry.path());
    service::PlanRequest request;
    request.also = {{"cortex-m4", "reference"}, {"cortex-m0plus", "cmsis-nn"}, {"host", "reference"}};
    const auto report = planOf(entry.path(), "cortex-m4", "cmsis-nn", request);
    ASSERT_TRUE(report) << report.error().message;
    ASSERT_EQ(report->others.size(), request.also.size());
    std::vector<const optimization::PlannedRun*> runs = {&*report};
    for (const optimization::PlannedRun& other : report->others) runs.push_back(&other);
    for (const optimization::PlannedRun* run : runs) {
      EXPECT_TRUE(run->outputsIdentical) << run->before.target;
      EXPECT_LE(run->bytes(), run->greedyBytes) << run->before.target;
      EXPECT_GE(run->bytes(), run->lowerBound) << run->before.target;
      // It is the plan that was written.
      Result<model::ModelFile> file = model::ModelFile::fromBytes(report->model, "planned");
      ASSERT_TRUE(file);
      service::ProfileRequest again;
      again.file = *file;
      again.target = run->before.target;
      again.kernels = run->before.kernels;
      engine::RunControl control;
      const auto profile = service::profileModel(again, {}, control);
      ASSERT_TRUE(profile);
      EXPECT_EQ(profile->arena->head, run->bytes());
    }
  }
}

// Either branch adds what is written there to a variable, whose number in its subgraph is 1. In the main one, 1 is
// `sum`, which the planner places.
std::vector<std::uint8_t> variablesInBranches() {
  constexpr auto kFloat = schema::TensorType_FLOAT32;
  const std::vector<std::int32_t> shape = {1, 40};
  generator::ModelBuilder model("a variable in each branch");
  const auto addOptions = [&] {
    return generator::OptionsReference{schema::BuiltinOptions_AddOptions,
                                       schema::CreateAddOptions(model.flatbuffer()).Union()};
  };
  const auto in = model.addTensor("x", kFloat, shape);
  const auto sum = model.addTensor("sum", kFloat, shape);
  const auto branched = model.addTensor("branched", kFloat, shape);
  const auto out = model.addTensor("y", kFloat, shape);
  const auto choice = model.addTensor("choice", schema::TensorType_BOOL, {1});
  model.addOperator(schema::BuiltinOperator_ADD, {in, in}, {sum}, addOptions());
  model.addOperator(schema::BuiltinOperator_IF, {choice, sum}, {branched},
                    {schema::BuiltinOptions_IfOptions, schema::CreateIfOptions(model.flatbuffer(), 1, 2).Union()});
  model.addOperator(schema::BuiltinOperator_ADD, {branched, sum}, {out}, addOptions());
  model.setInputs({in, choice});
  model.setOutputs({out});
  for (int branch = 0; branch < 2; ++branch) {
    model.beginSubgraph();
    const auto given = model.addTensor("given", kFloat, shape);
    const auto kept = model.addTensor("kept", kFloat, shape, {}, true);
    const auto added = model.addTensor("added", kFloat, shape);
    model.addOperator(schema::BuiltinOperator_ADD, {given, kept}, {added}, addOptions());
    model.setInputs({given});
    model.setOutputs({added});
  }
  return model.finish();
}

// TFLM asks the plan about a variable by its number in its own subgraph, not by its place in the plan: a tensor of the
// main subgraph that has an offset would leave the variable of the same number without memory.
TEST(PlanningTest, VariablesOfLaterSubgraphsKeepTheirMemory) {
  const test::TemporaryFolder folder;
  const auto model = folder.write("branches.tflite", variablesInBranches());
  for (const char* target : {"host", "cortex-m4"}) {
    SCOPED_TRACE(target);
    const auto report = planOf(model, target);
    ASSERT_TRUE(report) << report.error().message;
    expectGoodPlan(*report);
    EXPECT_TRUE(report->outputsIdentical);
    EXPECT_EQ(report->after.arena->tail, report->before.arena->tail) << "two variables of 160 bytes are in it";
    const Result<model::ModelFile> file = model::ModelFile::fromBytes(report->model, "planned");
    ASSERT_TRUE(file);
    ASSERT_EQ(file->graph().offlinePlans.size(), 1U);
    std::map<std::string, std::int32_t> offsets;
    for (const report::PlannedBuffer& buffer : report->after.buffers) offsets[buffer.name] = buffer.offlineOffset;
    EXPECT_EQ(offsets.at("sum"), model::kPlacedByPlanner);
    EXPECT_GE(offsets.at("branched"), 0) << "the others are where the plan says";
  }
}

TEST(PlanningTest, AnAcceleratorsPlanIsItsCompilers) {
  const auto model = test::sharedFolder() / "models" / "person_detect_vela.tflite";
  if (!std::filesystem::exists(model)) GTEST_SKIP() << "no " << model;
  const auto report = planOf(model, "cortex-m4");
  ASSERT_FALSE(report);
  EXPECT_NE(report.error().message.find("the accelerator's compiler"), std::string::npos);
}

} // namespace
} // namespace arenascope::service

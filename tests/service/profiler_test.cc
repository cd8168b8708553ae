#include "service/profile/profiler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/number_text.h"
#include "emulator/runners/emulated_runner.h"
#include "resources/generator/model_builder.h"
#include "resources/generator/sample_models.h"
#include "tests/support/report_rules.h"
#include "tests/support/test_models.h"

namespace arenascope::service {
namespace {

using report::Report;
using testing::HasSubstr;

ProfileRequest requestFor(const std::filesystem::path& model) {
  ProfileRequest request;
  request.model = model;
  return request;
}

Result<Report> run(const ProfileRequest& request, const ProfileObserver& observer = {}) {
  engine::RunControl control;
  return profileModel(request, observer, control);
}

// What a kernel refuses is followed by what to do, which the file shows.
TEST(ProfilerTest, ARefusalSaysWhatToDo) {
  generator::ModelBuilder model("hybrid");
  const auto in = model.addTensor("in", schema::TensorType_FLOAT32, {1, 4});
  const auto weights = model.addConstant("w", schema::TensorType_INT8, {2, 4}, std::vector<std::uint8_t>(8));
  const auto out = model.addTensor("out", schema::TensorType_FLOAT32, {1, 2});
  model.addOperator(schema::BuiltinOperator_FULLY_CONNECTED, {in, weights, -1}, {out});
  model.setInputs({in});
  model.setOutputs({out});
  const test::TemporaryFolder folder;
  const Result<Report> report = run(requestFor(folder.write("hybrid.tflite", model.finish())));
  ASSERT_TRUE(report && report->error);
  EXPECT_THAT(report->error->message, HasSubstr("is not supported; dynamic range quantization"));
}

TEST(SampleModelsTest, TheGeneratorWritesTheShippedBytes) {
  for (const generator::SampleModel& sample : generator::sampleModels()) {
    const std::vector<std::uint8_t> made = sample.make();
    EXPECT_EQ(test::readText(test::sampleModel(sample.name)), std::string(made.begin(), made.end())) << sample.name;
  }
}

class SampleTest : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(All, SampleTest,
                         testing::Values("keyword_spotter", "person_detector", "image_classifier", "autoencoder"));

// What the arena holds depends on the DSP extension, not on the processor otherwise; results on nothing.
TEST_P(SampleTest, ProcessorsWithAndWithoutTheDspExtensionAgreeAmongThemselves) {
  const auto sample = test::sampleModel(GetParam());
  for (const auto& [first, others] : {std::pair{"cortex-m0plus", std::vector{"cortex-m3"}},
                                      std::pair{"cortex-m4", std::vector{"cortex-m7", "cortex-m33"}}}) {
    const Report expected = test::profileOf(sample, first);
    for (const char* other : others) {
      const Report report = test::profileOf(sample, other);
      ASSERT_TRUE(report.ok()) << other << ": " << report.error->message;
      EXPECT_TRUE(report.arena->minimumProven) << other;
      EXPECT_EQ(report.arena->used, expected.arena->used) << other;
      EXPECT_EQ(report.arena->minimum, expected.arena->minimum) << other;
      for (std::size_t i = 0; i < expected.outputs.size(); ++i)
        EXPECT_EQ(report.outputs[i].bytes, expected.outputs[i].bytes) << other;
    }
  }
}

// The same core compiled twice: integer networks must give the same bytes on the host and on the Cortex-M4.
TEST_P(SampleTest, HostAndCortexM4AgreeToTheBit) {
  const Report host = test::profileOf(test::sampleModel(GetParam()), "host");
  const Report target = test::profileOf(test::sampleModel(GetParam()), "cortex-m4", "reference");
  ASSERT_TRUE(host.ok() && target.ok());
  ASSERT_EQ(host.operators.size(), target.operators.size());
  for (std::size_t i = 0; i < host.operators.size(); ++i)
    for (std::size_t o = 0; o < host.operators[i].outputs.size(); ++o)
      EXPECT_EQ(host.operators[i].outputs[o].hash, target.operators[i].outputs[o].hash) << "operator " << i;
  EXPECT_EQ(host.arena->head, target.arena->head);
  EXPECT_GT(host.arena->tail, target.arena->tail) << "pointers are larger on the host";
}

TEST_P(SampleTest, MinimumIsProvenFromBothSides) {
  const Report report = test::profileOf(test::sampleModel(GetParam()), "cortex-m4");
  ASSERT_TRUE(report.ok());
  EXPECT_TRUE(report.arena->minimumProven);
  ProfileRequest request = requestFor(test::sampleModel(GetParam()));
  request.arenaBytes = report.arena->minimum;
  EXPECT_TRUE(run(request)->ok());
  request.arenaBytes = report.arena->minimum - 16;
  const Result<Report> below = run(request);
  ASSERT_TRUE(below);
  EXPECT_FALSE(below->ok());
  EXPECT_THAT(below->error->message, HasSubstr("the model needs " + grouped(report.arena->minimum)));
  EXPECT_EQ(below->arena->minimum, report.arena->minimum) << "what is known is still reported";
}

TEST(ProfilerTest, InterpreterAndKernelsAddUp) {
  const Report report = test::profileOf(test::sampleModel("autoencoder"), "cortex-m4");
  run::Cost sum;
  for (const report::OperatorReport& op : report.operators) sum += op.cost;
  EXPECT_EQ(sum.cycles, report.cost->kernels.cycles);
  EXPECT_EQ(sum.instructions, report.cost->kernels.instructions);
  EXPECT_GT(report.cost->interpreter().instructions, 0U);
  EXPECT_LT(report.cost->interpreter().instructions, 100U * report.operators.size());
  EXPECT_GE(report.cost->total.cycles, report.cost->total.instructions / 2);
}

TEST(ProfilerTest, AllocationIsReportedBeforeTheInferenceEnds) {
  bool inferenceSeen = false;
  bool allocationFirst = false;
  const ProfileObserver observer{.onAllocation =
                                     [&](const Report& report) {
                                       allocationFirst = !inferenceSeen;
                                       EXPECT_GT(report.arena->minimum, 0U);
                                       EXPECT_FALSE(report.buffers.empty());
                                       EXPECT_FALSE(report.invoked);
                                     },
                                 .onProgress =
                                     [&](const Progress& progress) {
                                       inferenceSeen = inferenceSeen || (progress.step == "running an inference" &&
                                                                         progress.fraction > 0);
                                     }};
  ASSERT_TRUE(run(requestFor(test::sampleModel("autoencoder")), observer));
  EXPECT_TRUE(allocationFirst);
  EXPECT_TRUE(inferenceSeen);
}

TEST(ProfilerTest, NoInvokeStopsAfterAllocation) {
  ProfileRequest request = requestFor(test::sampleModel("autoencoder"));
  request.invoke = false;
  const Result<Report> report = run(request);
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->ok());
  EXPECT_FALSE(report->invoked);
  EXPECT_FALSE(report->cost.has_value());
  EXPECT_TRUE(report->arena->minimumProven);
}

TEST(ProfilerTest, OperatorsWithoutAKernelAreAllNamed) {
  const test::TemporaryFolder folder;
  const Result<Report> report = run(requestFor(folder.write("model.tflite", test::unsupportedOperatorModel())));
  ASSERT_TRUE(report);
  ASSERT_TRUE(report->error.has_value());
  EXPECT_THAT(report->error->message, HasSubstr("TILE (operator 1)"));
  EXPECT_EQ(report->error->op, 1);
  EXPECT_EQ(report->operators.size(), 2U) << "the graph is still shown";
  EXPECT_EQ(report->model.tensorCount(), 3U);
}

TEST(ProfilerTest, GivenInputsDecideTheOutputs) {
  ProfileRequest request = requestFor(test::sampleModel("autoencoder"));
  request.inputs = {std::vector<std::uint8_t>(256, 0)};
  const Result<Report> zeros = run(request);
  const Result<Report> pattern = run(requestFor(request.model));
  ASSERT_TRUE(zeros && pattern);
  EXPECT_EQ(zeros->inputs[0].bytes, request.inputs[0]);
  EXPECT_NE(zeros->outputs[0].bytes, pattern->outputs[0].bytes);
  request.inputs = {std::vector<std::uint8_t>(3, 0)};
  const Result<Report> wrong = run(request);
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().message, HasSubstr("takes 256 bytes; 3 are given"));
}

TEST(ProfilerTest, ResourceVariablesTakeRoomBeforeTheModel) {
  ProfileRequest request = requestFor(test::sampleModel("autoencoder"));
  request.invoke = false;
  request.resourceVariables = 20;
  const Result<Report> report = run(request);
  ASSERT_TRUE(report);
  // The interpreter's objects end at 116; 12 bytes aligned to 16 end at 128, then 20 variables of 20 bytes at 528.
  EXPECT_EQ(report->allocations[3].bytes, 12U);
  EXPECT_EQ(report->allocations[3].offset, 128U);
  EXPECT_EQ(report->allocations[4].bytes, 400U);
  EXPECT_EQ(report->allocations[4].offset, 528U);
  EXPECT_EQ(report->allocations[4].position.phase, trace::Phase::kCreate);
}

TEST(ProfilerTest, MissingFirmwareIsAClearError) {
  setenv("ARENASCOPE_FIRMWARE_DIR", "/nonexistent", 1);
  const Result<Report> report = run(requestFor(test::sampleModel("autoencoder")));
  unsetenv("ARENASCOPE_FIRMWARE_DIR");
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message, HasSubstr("cortex-m4-cmsis-nn.elf is missing"));
}

TEST(ProfilerTest, AnImageOfAnotherVersionSaysSo) {
  const char* built = std::getenv("ARENASCOPE_FIRMWARE_DIR");
  ASSERT_EQ(built, nullptr);
  const auto path = runners::findFirmware("cortex-m4", "cmsis-nn");
  ASSERT_TRUE(path);
  std::string image = test::readText(*path);
  const std::string version = ARENASCOPE_VERSION;
  const std::size_t place = image.find(version + '\0');
  ASSERT_NE(place, std::string::npos);
  image[place] = '9';
  const test::TemporaryFolder folder;
  folder.write("cortex-m4-cmsis-nn.elf", image);
  setenv("ARENASCOPE_FIRMWARE_DIR", folder.path().c_str(), 1);
  const Result<Report> report = run(requestFor(test::sampleModel("autoencoder")));
  unsetenv("ARENASCOPE_FIRMWARE_DIR");
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message,
              HasSubstr("from version 9" + version.substr(1) + ", but the program has version " + version));
}

TEST(ProfilerTest, CancelledRunsSaySo) {
  engine::RunControl control;
  control.cancelled = true;
  const Result<Report> report = profileModel(requestFor(test::sampleModel("image_classifier")), {}, control);
  ASSERT_TRUE(report);
  ASSERT_TRUE(report->error.has_value());
  EXPECT_EQ(report->error->stage, Stage::kCancelled);
}

// A worker that fails, or runs out of memory, is an error of that job and not the end of the program.
TEST(ProfilerTest, WhatFailsInsideAJobIsItsError) {
  ProfileObserver observer;
  observer.onAllocation = [](const Report&) { throw std::bad_alloc(); };
  Result<Report> result = run(requestFor(test::sampleModel("sine")), observer);
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message, HasSubstr("too little memory"));
  observer.onAllocation = [](const Report&) { throw std::runtime_error("gone"); };
  result = run(requestFor(test::sampleModel("sine")), observer);
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message, HasSubstr("sine.tflite: gone"));
}

TEST(ProfilerTest, AStoppedJobSaysWhy) {
  for (const char* target : {"host", "cortex-m4"}) {
    ProfileRequest request = requestFor(test::sampleModel("person_detector"));
    request.target = target;
    engine::RunControl control;
    ProfileObserver observer;
    observer.onAllocation = [&](const Report&) { control.stop("enough"); };
    const Result<Report> result = profileModel(request, observer, control);
    ASSERT_TRUE(result) << target;
    ASSERT_TRUE(result->error.has_value()) << target;
    EXPECT_EQ(result->error->message, "enough") << target;
    EXPECT_EQ(result->error->stage, Stage::kLimit) << target;
    EXPECT_FALSE(result->arena->minimumProven) << target;
  }
}

// What holds of any report, on every core and with both kernel sets.
TEST(ProfilerTest, PartsSumToTheWholeOnEveryCore) {
  for (const engine::Target& target : engine::targets())
    for (const std::string& kernels : engine::ownKernelSets(target))
      for (const char* model : {"sine", "keyword_spotter", "countdown", "autoencoder", "edge_detector"}) {
        SCOPED_TRACE(target.name + " " + kernels + " " + model);
        test::expectConsistent(test::profileOf(test::sampleModel(model), target.name, kernels));
      }
}

} // namespace
} // namespace arenascope::service

// Cortex-M55: code with vectors run by QEMU, and its memory, which is the same everywhere.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "core/model/load/model_file.h"
#include "core/model/load/read_model_info.h"
#include "emulator/client/emulator.h"
#include "service/profile/profiler.h"
#include "service/profile/runner_factory.h"
#include "tests/support/report_rules.h"
#include "tests/support/test_models.h"

namespace arenascope::client {
namespace {

using testing::HasSubstr;

class VectorsTest : public testing::Test {
protected:
  void SetUp() override {
    if (const std::string why = client::whyNot(client::qemuWorker()); !why.empty()) GTEST_SKIP() << why;
  }
};

// An allocation runs elsewhere than an inference: both say the same of the arena.
TEST_F(VectorsTest, ItsOwnCodeTakesTheMemoryThatIsReported) {
  const engine::Target& target = *engine::findTarget("cortex-m55");
  for (const char* kernels : {"cmsis-nn", "reference"})
    for (const char* name : {"sine", "keyword_spotter", "edge_detector", "autoencoder", "person_detector"}) {
      SCOPED_TRACE(std::string(name) + " " + kernels);
      report::RunConfiguration configuration;
      configuration.kernels = kernels;
      const auto runner = service::makeRunner(target, configuration, nullptr);
      ASSERT_TRUE(runner) << runner.error().message;
      EXPECT_TRUE((*runner)->hasCycles());
      const auto file = model::ModelFile::load(test::sampleModel(name));
      const engine::LoadedModel model{*file, model::readModelInfo(*file)};
      engine::RunOptions options;
      options.arenaBytes = 1 << 20;
      options.limits.instructions = 1'000'000'000;
      engine::RunControl control;
      const run::RunTrace allocation = (*runner)->run(model, options, control);
      options.interpreter.invoke = 1;
      const run::RunTrace inference = (*runner)->run(model, options, control);
      ASSERT_FALSE(allocation.error || inference.error);
      ASSERT_TRUE(allocation.use && inference.use);
      EXPECT_EQ(inference.use->used, allocation.use->used);
      EXPECT_EQ(inference.use->head, allocation.use->head);
      EXPECT_EQ(inference.use->tail, allocation.use->tail);
    }
}

TEST_F(VectorsTest, ReportsAddUpAndOutputsAreThoseOfOtherProcessors) {
  for (const char* name : {"sine", "keyword_spotter", "edge_detector", "image_classifier", "person_detector"}) {
    SCOPED_TRACE(name);
    const report::Report report = test::profileOf(test::sampleModel(name), "cortex-m55", "cmsis-nn");
    ASSERT_TRUE(report.ok()) << report.error->message;
    test::expectConsistent(report);
    ASSERT_TRUE(report.cost && report.flash && report.stack);
    EXPECT_TRUE(report.withoutCycles.empty());
    const report::Report other = test::profileOf(test::sampleModel(name), "cortex-m7", "cmsis-nn");
    ASSERT_EQ(report.outputs.size(), other.outputs.size());
    for (std::size_t i = 0; i < other.outputs.size(); ++i) EXPECT_EQ(report.outputs[i].bytes, other.outputs[i].bytes);
    // Sixteen products an instruction.
    EXPECT_LT(report.cost->total.instructions, other.cost->total.instructions);
  }
}

// Its own image has them in the arena.
TEST_F(VectorsTest, WithVariablesBesideTheArenaItsOwnCodeDoesNotRun) {
  service::ProfileRequest request;
  request.model = test::sampleModel("keyword_spotter");
  request.target = "cortex-m55";
  request.separateVariables = true;
  engine::RunControl control;
  const auto report = service::profileModel(request, {}, control);
  ASSERT_TRUE(report && report->ok());
  EXPECT_FALSE(report->cost);
  EXPECT_THAT(report->withoutCycles, HasSubstr("keeps variables in the arena"));
}

// The search path is this process's own.
TEST_F(VectorsTest, WithoutQemuTheMemoryIsKnownAndWhatToDoIsSaid) {
  const report::Report with = test::profileOf(test::sampleModel("keyword_spotter"), "cortex-m55", "cmsis-nn");
  const std::string path = std::getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  const report::Report without = test::profileOf(test::sampleModel("keyword_spotter"), "cortex-m55", "cmsis-nn");
  setenv("PATH", path.c_str(), 1);
  ASSERT_TRUE(with.ok() && without.ok());
  EXPECT_EQ(without.arena->minimum, with.arena->minimum);
  EXPECT_EQ(without.arena->used, with.arena->used);
  EXPECT_EQ(without.outputs[0].bytes, with.outputs[0].bytes);
  EXPECT_FALSE(without.cost);
  EXPECT_THAT(without.withoutCycles, HasSubstr("qemu-system-arm is not installed"));
}

} // namespace
} // namespace arenascope::client

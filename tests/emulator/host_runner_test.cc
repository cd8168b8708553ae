// Runs on this computer, with kernels from a module that is loaded on demand.
#include "emulator/runners/host_runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emulator/runners/host_kernels.h"
#include "tests/support/test_models.h"

namespace arenascope::runners {
namespace {

using testing::HasSubstr;

class HostRunnerTest : public testing::Test {
protected:
  run::RunTrace run(std::uint64_t arenaBytes, bool invoke = true) {
    engine::RunOptions options;
    options.arenaBytes = arenaBytes;
    options.interpreter.invoke = invoke ? 1 : 0;
    return runner_.run(model_, options, control_);
  }

  engine::LoadedModel model_ = test::loaded(test::twoLayerModel());
  engine::RunControl control_;
  HostRunner runner_;
};

TEST_F(HostRunnerTest, ComputesAndKnowsNoCycles) {
  ASSERT_TRUE(hostKernels()) << hostKernels().error().message;
  const run::RunTrace trace = run(1 << 16);
  ASSERT_FALSE(trace.error) << trace.error->message;
  EXPECT_TRUE(trace.invoked);
  ASSERT_EQ(trace.outputs.size(), 1U);
  EXPECT_EQ(trace.outputs[0].size(), 8U);
  EXPECT_FALSE(runner_.hasCycles());
  EXPECT_FALSE(runner_.flash({"FULLY_CONNECTED"}));
  EXPECT_TRUE(runner_.hasKernel("FULLY_CONNECTED"));
}

TEST_F(HostRunnerTest, AnArenaIsAsLargeAsItIsSaid) {
  const std::uint64_t used = [this] {
    const run::RunTrace trace = run(1 << 16, false);
    return trace.use->head + trace.use->tail;
  }();
  EXPECT_FALSE(run(4 * used).error) << "the planner works in it as well";
  const run::RunTrace small = run(used / 2);
  ASSERT_TRUE(small.error);
  EXPECT_THAT(small.error->message, HasSubstr("the arena is too small"));
  EXPECT_FALSE(run(1 << 16).error) << "the next run is a new one";
}

TEST_F(HostRunnerTest, ACancelledRunSaysSo) {
  control_.stop("enough");
  const run::RunTrace trace = run(1 << 16);
  ASSERT_TRUE(trace.error);
  EXPECT_EQ(trace.error->stage, Stage::kInvoke) << "it is set up, and no kernel runs";
  EXPECT_EQ(trace.error->message, "enough");
  EXPECT_FALSE(trace.invoked);
}

} // namespace
} // namespace arenascope::runners

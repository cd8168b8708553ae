// Runs on this computer, whose kernels are a module that is loaded when they are first needed.
#include "emulator/targets/host_runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emulator/targets/host_kernels.h"
#include "tests/support/test_models.h"

namespace arenascope::session {
namespace {

using testing::HasSubstr;

class HostRunnerTest : public testing::Test {
protected:
  profile::RunTrace run(std::uint64_t arenaBytes, bool invoke = true) {
    RunOptions options;
    options.arenaBytes = arenaBytes;
    options.interpreter.invoke = invoke ? 1 : 0;
    return runner_.run(model_, options, control_);
  }

  LoadedModel model_ = test::loaded(test::twoLayerModel());
  RunControl control_;
  HostRunner runner_;
};

TEST_F(HostRunnerTest, ComputesAndKnowsNoCycles) {
  ASSERT_TRUE(hostKernels()) << hostKernels().error().message;
  const profile::RunTrace trace = run(1 << 16);
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
    const profile::RunTrace trace = run(1 << 16, false);
    return trace.use->head + trace.use->tail;
  }();
  EXPECT_FALSE(run(4 * used).error) << "the planner works in it as well";
  const profile::RunTrace small = run(used / 2);
  ASSERT_TRUE(small.error);
  EXPECT_THAT(small.error->message, HasSubstr("the arena is too small"));
  EXPECT_FALSE(run(1 << 16).error) << "the next run is a new one";
}

TEST_F(HostRunnerTest, ACancelledRunSaysSo) {
  control_.stop("enough");
  const profile::RunTrace trace = run(1 << 16);
  ASSERT_TRUE(trace.error);
  EXPECT_EQ(trace.error->stage, Stage::kInvoke) << "it is set up, and no kernel runs";
  EXPECT_EQ(trace.error->message, "enough");
  EXPECT_FALSE(trace.invoked);
}

} // namespace
} // namespace arenascope::session

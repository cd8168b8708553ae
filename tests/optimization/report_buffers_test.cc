#include "core/optimization/report_buffers.h"

#include <gtest/gtest.h>

#include <tuple>

#include "tests/support/test_models.h"

namespace arenascope::optimization {
namespace {

// in (16 bytes) from 0 to 1, hidden (32) from 1 to 2, out (8, placed as 16) at 2: ends are exclusive in a plan.
TEST(ReportBuffersTest, AreInUseAsThePlannerCounts) {
  const test::TemporaryFolder folder;
  const report::Report report = test::profileOf(folder.write("m.tflite", test::twoLayerModel()), "host");
  const std::vector<planner::Buffer> buffers = lifetimesOf(report.buffers);
  ASSERT_EQ(buffers.size(), 3U);
  const auto asTuple = [](const planner::Buffer& buffer) {
    return std::tuple(buffer.lower, buffer.upper, buffer.size);
  };
  EXPECT_EQ(asTuple(buffers[0]), std::tuple(0, 2, 16));
  EXPECT_EQ(asTuple(buffers[1]), std::tuple(1, 3, 32));
  EXPECT_EQ(asTuple(buffers[2]), std::tuple(2, 3, 16));
  EXPECT_FALSE(buffers[0].fixed);
  EXPECT_EQ(planner::peakOf(buffers).bytes, static_cast<std::int64_t>(report.arena->head));
}

} // namespace
} // namespace arenascope::optimization

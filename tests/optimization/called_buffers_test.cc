// Buffers of a subgraph that several operators call: in use by its own steps.
#include "core/optimization/called_buffers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/called_subgraph.h"

namespace arenascope::optimization {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST(CalledBuffersTest, HaveTheStepsOfTheirSubgraph) {
  const report::Report report = test::reportWithCalls();
  const std::vector<CalledBuffers> called = calledBuffersOf(report.model, report.buffers);
  ASSERT_THAT(called, SizeIs(1));
  EXPECT_EQ(called.front().subgraph.value, 1);
  EXPECT_THAT(called.front().members, ElementsAre(3, 4, 5));
  EXPECT_EQ(called.front().first.value, 2);
  EXPECT_EQ(called.front().last.value, 13);
  const std::vector<report::PlannedBuffer>& buffers = called.front().buffers;
  EXPECT_EQ(buffers[0].firstOp.value, 0);
  EXPECT_EQ(buffers[0].lastOp.value, 1);
  EXPECT_EQ(buffers[1].firstOp.value, 1);
  EXPECT_EQ(buffers[1].lastOp.value, 2);
  EXPECT_EQ(buffers[2].firstOp.value, 2);
  EXPECT_EQ(buffers[2].lastOp.value, 2);
}

// A subgraph that is also run in another way may hold something between two calls.
TEST(CalledBuffersTest, OnlyPlainCallsCount) {
  report::Report report = test::reportWithCalls();
  report.model.subgraphs[0].operators[1].name = "WHILE";
  EXPECT_THAT(calledSubgraphsOf(report.model), IsEmpty());
  report = test::reportWithCalls();
  report.model.subgraphs.emplace_back();
  report.model.subgraphs[0].operators[1].calls[1] = SubgraphId(2);
  EXPECT_THAT(calledSubgraphsOf(report.model), IsEmpty()) << "a real choice";
  report = test::reportWithCalls();
  report.model.subgraphs.emplace_back();
  report.model.subgraphs[1].operators[0].calls = {SubgraphId(2)};
  EXPECT_THAT(calledSubgraphsOf(report.model), IsEmpty()) << "it calls another one";
}

} // namespace
} // namespace arenascope::optimization

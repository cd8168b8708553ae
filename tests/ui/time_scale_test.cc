#include "ui/charts/time_scale.h"

#include <gtest/gtest.h>

#include "tests/support/test_models.h"
#include "ui/charts/zoom_history.h"

namespace arenascope::ui {
namespace {

TEST(TimeScaleTest, MapsStepsToPositionsAndBack) {
  const TimeScale scale({2, 10, 0, 4});
  EXPECT_EQ(scale.steps(), 4U);
  EXPECT_DOUBLE_EQ(scale.range().last, 16);
  EXPECT_DOUBLE_EQ(scale.positionOf(1), 2);
  EXPECT_DOUBLE_EQ(scale.positionOf(1.5), 7);
  EXPECT_DOUBLE_EQ(scale.positionOf(4), 16) << "the end";
  EXPECT_DOUBLE_EQ(scale.positionOf(-3), 0);
  EXPECT_DOUBLE_EQ(scale.positionOf(99), 16);
  EXPECT_DOUBLE_EQ(scale.stepAt(7), 1.5);
  EXPECT_DOUBLE_EQ(scale.stepAt(0), 0);
  EXPECT_DOUBLE_EQ(scale.stepAt(12), 3) << "a step without width has no position of its own";
  EXPECT_DOUBLE_EQ(scale.stepAt(16), 4);
  for (const double step : {0.25, 1.0, 1.9, 3.5}) EXPECT_DOUBLE_EQ(scale.stepAt(scale.positionOf(step)), step);
}

TEST(TimeScaleTest, NothingIsOneStep) {
  const TimeScale scale;
  EXPECT_EQ(scale.steps(), 1U);
  EXPECT_DOUBLE_EQ(scale.positionOf(0.5), 0.5);
}

TEST(TimeScaleTest, OperatorsAreAsWideAsTheirCycles) {
  const report::Report report = test::profileOf(test::sampleModel("person_detector"), "cortex-m4");
  const TimeScale columns(report, TimeAxis::kOperators);
  EXPECT_DOUBLE_EQ(columns.range().last, static_cast<double>(report.operators.size() + 1));
  const TimeScale cycles(report, TimeAxis::kCycles);
  EXPECT_EQ(cycles.axis(), TimeAxis::kCycles);
  for (const report::OperatorReport& op : report.operators)
    EXPECT_NEAR(cycles.positionOf(op.time + 1.0) - cycles.positionOf(op.time), static_cast<double>(op.cost.cycles),
                1e-6); // of a cycle: positions are sums of millions
  EXPECT_NEAR(cycles.positionOf(1) / cycles.range().last, 0.03, 0.005) << "so that inputs can be seen";
}

TEST(TimeScaleTest, WithoutCyclesThereAreColumns) {
  const report::Report report = test::profileOf(test::sampleModel("autoencoder"), "host");
  EXPECT_EQ(TimeScale(report, TimeAxis::kCycles).axis(), TimeAxis::kOperators);
}

TEST(ZoomHistoryTest, UndoesAndDoesAgain) {
  const ZoomState whole{{0, 10}, {0, 100}};
  const ZoomState half{{0, 5}, {0, 100}};
  const ZoomState quarter{{0, 2.5}, {0, 100}};
  ZoomHistory history;
  EXPECT_FALSE(history.undo(whole));
  history.remember(whole);
  history.remember(half);
  EXPECT_EQ(history.undo(quarter), half);
  EXPECT_EQ(history.undo(half), whole);
  EXPECT_FALSE(history.canUndo());
  EXPECT_EQ(history.redo(whole), half);
  EXPECT_EQ(history.redo(half), quarter);
  history.undo(quarter);
  history.remember(half);
  EXPECT_FALSE(history.canRedo()) << "something new was done instead";
}

TEST(ZoomHistoryTest, AGestureIsOneStep) {
  const ZoomState whole{{0, 10}, {0, 100}};
  const ZoomState half{{0, 5}, {0, 100}};
  const ZoomState quarter{{0, 2.5}, {0, 100}};
  ZoomHistory history;
  history.remember(whole, 7);
  history.remember(half, 7);
  EXPECT_EQ(history.undo(quarter), whole);
  EXPECT_FALSE(history.canUndo());
}

} // namespace
} // namespace arenascope::ui

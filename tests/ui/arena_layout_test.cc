#include "ui/charts/arena_layout.h"

#include <gtest/gtest.h>

namespace arenascope::ui {
namespace {

const ArenaLayout kLayout{{100, 20, 300, 220}, {0, 10}, {0, 1000}};

TEST(ArenaLayoutTest, MapsThereAndBack) {
  EXPECT_DOUBLE_EQ(kLayout.xOf(5), 200);
  EXPECT_DOUBLE_EQ(kLayout.yOf(0), 220) << "bytes run upwards";
  EXPECT_DOUBLE_EQ(kLayout.yOf(1000), 20);
  EXPECT_DOUBLE_EQ(kLayout.timeAt(kLayout.xOf(7.25)), 7.25);
  EXPECT_DOUBLE_EQ(kLayout.bytesAt(kLayout.yOf(333)), 333);
}

TEST(ArenaLayoutTest, BoxesAreCutToThePlot) {
  const Box inside = kLayout.box({1, 2}, {0, 500});
  EXPECT_DOUBLE_EQ(inside.left, 120);
  EXPECT_DOUBLE_EQ(inside.right, 140);
  EXPECT_DOUBLE_EQ(inside.top, 120);
  EXPECT_DOUBLE_EQ(inside.bottom, 220);
  const Box outside = kLayout.box({20, 30}, {0, 500});
  EXPECT_DOUBLE_EQ(outside.width(), 0);
}

TEST(AxisViewTest, ZoomKeepsTheAnchorInPlace) {
  AxisView view({0, 100}, 1);
  view.zoom(2, 25);
  EXPECT_DOUBLE_EQ(view.shown().length(), 50);
  EXPECT_DOUBLE_EQ((25 - view.shown().first) / view.shown().length(), 0.25);
}

TEST(AxisViewTest, StaysInsideTheFullRangeAndAboveTheSmallest) {
  AxisView view({0, 100}, 10);
  view.zoom(1000, 50);
  EXPECT_DOUBLE_EQ(view.shown().length(), 10);
  view.pan(-500);
  EXPECT_DOUBLE_EQ(view.shown().first, 0);
  view.pan(500);
  EXPECT_DOUBLE_EQ(view.shown().last, 100);
  view.zoom(0.0001, 50);
  EXPECT_FALSE(view.zoomed());
  EXPECT_DOUBLE_EQ(view.shown().first, 0);
}

TEST(AxisViewTest, ShowsAPartCutToTheFullRange) {
  AxisView view({0, 100}, 10);
  view.show({20, 50});
  EXPECT_DOUBLE_EQ(view.shown().first, 20);
  EXPECT_DOUBLE_EQ(view.shown().last, 50);
  view.show({80, 130});
  EXPECT_DOUBLE_EQ(view.shown().first, 50);
  EXPECT_DOUBLE_EQ(view.shown().last, 100);
  view.show({30, 31});
  EXPECT_DOUBLE_EQ(view.shown().length(), 10);
}

TEST(TickStepTest, IsRoundAndWideEnough) {
  EXPECT_DOUBLE_EQ(tickStep(10, 36, true), 512);
  EXPECT_DOUBLE_EQ(tickStep(0.1, 26, false), 5);
  EXPECT_DOUBLE_EQ(tickStep(0.001, 26, false), 1) << "never less than one operator";
}

} // namespace
} // namespace arenascope::ui

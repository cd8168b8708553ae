#include "core/interpreter/kernels/padding.h"

#include <gtest/gtest.h>

namespace arenascope::kernels {
namespace {

// 32 columns, a filter of 3, stride 1: as many outputs as inputs need one column on each side.
TEST(PaddingTest, SameWithStrideOneIsSymmetric) {
  int offset = 0;
  EXPECT_EQ(windowPadding(kPaddingSame, {32, 3, 1, 1}, &offset), 1);
  EXPECT_EQ(offset, 0);
}

// 32 columns, a filter of 3, stride 2: 16 outputs reach 15 · 2 + 3 = 33 columns, one too many; it goes to the end.
TEST(PaddingTest, SameWithStrideTwoPadsTheEndFirst) {
  int offset = 0;
  EXPECT_EQ(windowPadding(kPaddingSame, {32, 3, 2, 1}, &offset), 0);
  EXPECT_EQ(offset, 1);
}

TEST(PaddingTest, ValidNeedsNone) {
  int offset = 0;
  EXPECT_EQ(windowOutput(kPaddingValid, {10, 3, 2, 1}), 4);
  EXPECT_EQ(windowPadding(kPaddingValid, {10, 3, 2, 1}, &offset), 0);
}

// A filter of 3 with dilation 2 reaches over 5 columns.
TEST(PaddingTest, DilationWidensTheFilter) {
  int offset = 0;
  EXPECT_EQ(effectiveFilter({16, 3, 1, 2}), 5);
  EXPECT_EQ(windowPadding(kPaddingSame, {16, 3, 1, 2}, &offset), 2);
}

TEST(PaddingTest, StrideOfZeroDoesNotDivide) { EXPECT_EQ(windowOutput(kPaddingSame, {16, 3, 0, 1}), 0); }

} // namespace
} // namespace arenascope::kernels

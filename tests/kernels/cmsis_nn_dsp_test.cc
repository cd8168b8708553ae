// The instructions of the DSP extension in plain C++, on numbers worked out by hand.
#include "core/interpreter/kernels/cmsis_nn/dsp.h"

#include <gtest/gtest.h>

#include "core/interpreter/kernels/cmsis_nn/requantize.h"
#include "core/interpreter/kernels/cmsis_nn/tile.h"

namespace arenascope::kernels::cmsis_nn {
namespace {

// Bytes 1, -2, 3, -4 from the lowest on.
const std::int8_t kBytes[] = {1, -2, 3, -4};

TEST(DspTest, WidensEveryOtherByte) {
  EXPECT_EQ(widenEven(load4(kBytes)), pack(1, 3));
  EXPECT_EQ(widenOdd(load4(kBytes)), pack(-2, -4));
  EXPECT_EQ(widenEvenAdd(pack(10, -10), load4(kBytes)), pack(11, -7));
  EXPECT_EQ(widenOddAdd(pack(10, -10), load4(kBytes)), pack(8, -14));
}

TEST(DspTest, PairsWrapEachByItself) { EXPECT_EQ(addPairs(pack(32767, 1), pack(1, -2)), pack(-32768, -1)); }

TEST(DspTest, MultipliesTwoAndAdds) {
  EXPECT_EQ(dot(pack(3, -4), pack(5, 6), 100), 100 + 15 - 24);
  EXPECT_EQ(dotLong(pack(-32768, -32768), pack(-32768, -32768), std::int64_t{1} << 40),
            (std::int64_t{1} << 40) + 2 * (std::int64_t{1} << 30));
  EXPECT_EQ(addLowProduct(pack(3, -4), pack(5, 6), 1), 16);
  EXPECT_EQ(addHighProduct(pack(3, -4), pack(5, 6), 1), -23);
}

TEST(DspTest, TakesHalvesFromTwoWords) {
  EXPECT_EQ(lowHalves(pack(1, 2), pack(3, 4)), pack(1, 3));
  EXPECT_EQ(highHalves(pack(1, 2), pack(3, 4)), pack(2, 4));
}

TEST(TileTest, ReadersPairAlikeWhatTheyRead) {
  const std::int16_t halves[] = {1, -2, 3, -4};
  const Quad ordered = OrderedBytes{kBytes}.quad();
  const Quad wide = Halves{halves}.quad();
  EXPECT_EQ(ordered.first, wide.first);
  EXPECT_EQ(ordered.second, wide.second);
  const Quad shifted = OrderedShiftedBytes{kBytes, 7}.quad();
  EXPECT_EQ(shifted.first, pack(8, 5));
  EXPECT_EQ(shifted.second, pack(10, 3));
}

// Depths around the loops' four and sixteen steps.
TEST(TileTest, SumsEveryDepth) {
  std::int8_t a[40];
  std::int8_t x[40];
  for (int i = 0; i < 40; ++i) {
    a[i] = static_cast<std::int8_t>(i - 20);
    x[i] = static_cast<std::int8_t>(3 * i - 60);
  }
  for (int depth = 0; depth <= 40; ++depth) {
    std::int32_t want = 5;
    std::int32_t wantShifted = 5;
    for (int i = 0; i < depth; ++i) {
      want += a[i] * x[i];
      wantShifted += a[i] * (x[i] + 9);
    }
    EXPECT_EQ((addProducts<Loop::kPlain>(Bytes{a}, Bytes{x}, depth, 5)), want) << depth;
    EXPECT_EQ((addProducts<Loop::kUnrolled>(Bytes{a}, ShiftedBytes{x, 9}, depth, 5)), wantShifted) << depth;
    const Sums2x2 sums = addProducts<Loop::kUnrolled>(Bytes{a}, Bytes{x}, Bytes{x}, Bytes{a}, depth, {5, 0, 0, 5});
    EXPECT_EQ(sums.ax, want) << depth;
    EXPECT_EQ(sums.by, want) << depth;
  }
}

// The shorter ways round as those that the reference set takes.
TEST(RequantizeTest, AgreesWithTheReferenceArithmetic) {
  for (const std::int32_t x : {0, 1, -1, 12345, -12345, 1 << 30, -(1 << 30), 2147483647})
    for (const std::int32_t multiplier : {0, 1 << 30, 1717986918, 2147483647})
      for (int shift = -31; shift <= 0; ++shift) {
        EXPECT_EQ(requantize(x, multiplier, shift), multiplyByQuantizedMultiplier(x, multiplier, shift))
            << x << " " << multiplier << " " << shift;
        if (x < 1 << 30) { // beyond, the result wraps as that of the real kernels does
          EXPECT_EQ(requantizeWide(x, multiplier, shift),
                    multiplyByQuantizedMultiplier(std::int64_t{x}, multiplier, shift))
              << x << " " << multiplier << " " << shift;
        }
      }
  EXPECT_EQ(requantize(100, 1 << 30, 3), 400);
}

} // namespace
} // namespace arenascope::kernels::cmsis_nn

// Scratch sizes calculated by hand from the rules: bytes = 2 columns of 2-byte elements, rounded up to 4 elements each,
// and so on. The comments show the arithmetic.
#include "core/interpreter/kernels/cmsis_nn/scratch.h"

#include <gtest/gtest.h>

namespace arenascope::kernels::cmsis_nn {
namespace {

constexpr Extension kDsp = Extension::kDsp;
constexpr Extension kVectors = Extension::kVectors;

TEST(ScratchTest, ConvolutionTakesTwoColumnsOfMultiplesOfFour) {
  // 3·3·4 = 36 elements, a multiple of 4: 2 · 36 · 2 bytes.
  EXPECT_EQ(convInt8Bytes({3, 3}, 4, kDsp), 144);
  // 3·3·3 = 27, rounded up to 28: 2 · 28 · 2.
  EXPECT_EQ(convInt8Bytes({3, 3}, 3, kDsp), 112);
  // One element becomes 4: 2 · 4 · 2.
  EXPECT_EQ(convInt8Bytes({1, 1}, 1, kDsp), 16);
  // 16-bit columns are not rounded: 2 · 27 · 2.
  EXPECT_EQ(convInt16Bytes({3, 3}, 3, kDsp), 108);
}

TEST(ScratchTest, DepthwiseTakesAWindowOnlyWithTheDspExtension) {
  DepthwiseShape shape{.filter = {5, 3},
                       .inputChannels = 7,
                       .outputChannels = 7,
                       .batches = 1,
                       .dilated = false,
                       .padWidth = 2,
                       .padHeight = 1};
  // 5·3 taps of 7 channels, 2 bytes each.
  EXPECT_EQ(depthwiseInt8Bytes(shape, true), 210);
  EXPECT_EQ(depthwiseInt8Bytes(shape, false), 0);
  EXPECT_EQ(depthwiseInt4Bytes(shape), 210) << "whatever the processor has";
}

TEST(ScratchTest, DepthwiseTakesNoneForOtherShapes) {
  const DepthwiseShape small{.filter = {3, 3},
                             .inputChannels = 8,
                             .outputChannels = 8,
                             .batches = 1,
                             .dilated = false,
                             .padWidth = 1,
                             .padHeight = 1};
  EXPECT_EQ(depthwiseInt8Bytes(small, true), 0) << "the 3x3 kernel";
  EXPECT_EQ(depthwiseInt4Bytes(small), 144) << "2 · 9 · 8: 4-bit filters have no 3x3 kernel";
  DepthwiseShape shape = small;
  shape.padWidth = 2;
  EXPECT_EQ(depthwiseInt8Bytes(shape, true), 144) << "too much padding for the 3x3 kernel";
  shape.batches = 2;
  EXPECT_EQ(depthwiseInt8Bytes(shape, true), 0);
  shape = small;
  shape.padWidth = 2;
  shape.dilated = true;
  EXPECT_EQ(depthwiseInt8Bytes(shape, true), 0);
  shape.dilated = false;
  shape.outputChannels = 16;
  EXPECT_EQ(depthwiseInt8Bytes(shape, true), 0) << "two filters a channel";
}

TEST(ScratchTest, AveragePoolTakesASumForEachChannel) {
  EXPECT_EQ(averagePoolBytes(10, kDsp), 40);
  EXPECT_EQ(averagePoolBytes(10, Extension::kNone), 0);
  EXPECT_EQ(averagePoolBytes(10, kVectors), 0);
}

TEST(ScratchTest, TransposeConvolutionOfManyChannelsIsAConvolution) {
  const TransposeConvShape shape{
      .filter = {3, 3}, .strideWidth = 2, .strideHeight = 2, .inputWidth = 5, .inputChannels = 17, .outputChannels = 4};
  ASSERT_TRUE(shape.asConvolution());
  // Columns of 3·3·17 = 153, rounded up to 156: 2 · 156 · 2. The filter: 153 · 4.
  EXPECT_EQ(transposeConvBytes(shape, kDsp), 624);
  EXPECT_EQ(turnedFilterBytes(shape), 612);
}

TEST(ScratchTest, TransposeConvolutionOfFewChannelsKeepsRowsOfSums) {
  TransposeConvShape shape{
      .filter = {3, 2}, .strideWidth = 2, .strideHeight = 3, .inputWidth = 5, .inputChannels = 16, .outputChannels = 4};
  ASSERT_FALSE(shape.asConvolution());
  // Rows of 4·2 + max(3, 3) = 11 pixels of 4 channels, max(2, 3) = 3 rows, 4 bytes each.
  EXPECT_EQ(transposeConvBytes(shape, kDsp), 4 * 11 * 4 * 3);
  EXPECT_EQ(turnedFilterBytes(shape), 0);
  shape.inputChannels = 40;
  EXPECT_FALSE(shape.asConvolution()) << "a stride of 3";
}

TEST(ScratchTest, WithVectorsAConvolutionTakesFourColumnsOfWholeVectors) {
  // 3·3·3 = 27 bytes are two vectors of 16; as 16-bit numbers four of 8.
  EXPECT_EQ(convInt8Bytes({3, 3}, 3, kVectors), 4 * 32);
  EXPECT_EQ(convInt16Bytes({3, 3}, 3, kVectors), 4 * 32 * 2);
  const TransposeConvShape turned{
      .filter = {3, 3}, .strideWidth = 2, .strideHeight = 2, .inputWidth = 5, .inputChannels = 17, .outputChannels = 4};
  EXPECT_EQ(transposeConvBytes(turned, kVectors), 4 * 160) << "153 rounded up to 160";
}

// A window of 5 over 16 pixels of 4 channels: with 2 columns of padding on both sides, two output pixels at each end.
TEST(ScratchTest, WithVectorsASingleRowCopiesItsEnds) {
  RowShape row{.inputWidth = 16,
               .inputHeight = 1,
               .inputChannels = 4,
               .filter = {5, 1},
               .filterChannels = 4,
               .outputWidth = 16,
               .stride = 1,
               .dilation = 1,
               .padding = 2};
  ASSERT_TRUE(row.hasKernel());
  EXPECT_EQ(row.pixelsAtLeft(), 2);
  EXPECT_EQ(row.pixelsAtRight(), 2);
  EXPECT_EQ(rowConvInt8Bytes(row), (5 + 2) * 4);
  // One column more at the right end: max(5 + 1, 4 + 2 pixels there) columns.
  row.filter.width = 4;
  row.padding = 1;
  EXPECT_EQ(row.more(), 1);
  EXPECT_EQ(row.pixelsAtRight(), 2);
  EXPECT_EQ(rowConvInt8Bytes(row), (4 - 1 + 2) * 4);
  // More pixels at the ends than there are.
  row = {.inputWidth = 2,
         .inputHeight = 1,
         .inputChannels = 4,
         .filter = {5, 1},
         .filterChannels = 4,
         .outputWidth = 2,
         .stride = 1,
         .dilation = 1,
         .padding = 2};
  EXPECT_EQ(rowConvInt8Bytes(row), convInt8Bytes({5, 1}, 4, kVectors));
  row.dilation = 2;
  EXPECT_FALSE(row.hasKernel());
}

TEST(ScratchTest, WithVectorsADepthwiseWindowIsOfABlockOfChannels) {
  DepthwiseShape shape{.filter = {3, 3},
                       .inputChannels = 8,
                       .outputChannels = 8,
                       .batches = 1,
                       .dilated = false,
                       .padWidth = 1,
                       .padHeight = 1};
  EXPECT_EQ(depthwiseVectorInt8Bytes(shape, false), 496 * 9) << "3x3 too";
  EXPECT_EQ(depthwiseVectorInt4Bytes(shape), 496 * 9);
  shape.batches = 2;
  EXPECT_EQ(depthwiseVectorInt8Bytes(shape, false), 0);
  // Eight filters of a single channel: columns of 9 bytes, and the filters.
  shape.inputChannels = 1;
  EXPECT_EQ(depthwiseVectorInt8Bytes(shape, false), 4 * 16 + 72);
  EXPECT_EQ(depthwiseVectorInt8Bytes(shape, true), 0) << "Arm's compiler: from nine on";
  shape.outputChannels = 9;
  EXPECT_EQ(depthwiseVectorInt8Bytes(shape, true), 4 * 16 + 81);
}

TEST(ScratchTest, ArmsCompilerTakesTwoPixelsOfOneByOne) {
  EXPECT_EQ(pixelsInt8Bytes(10, kDsp, true), 40);
  EXPECT_EQ(pixelsInt8Bytes(10, kDsp, false), 0);
  EXPECT_EQ(pixelsInt8Bytes(10, kVectors, true), 0);
}

} // namespace
} // namespace arenascope::kernels::cmsis_nn

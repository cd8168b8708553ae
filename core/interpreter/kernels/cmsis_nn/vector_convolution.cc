// With vectors: rows of 8-bit values times a filter's rows, and convolutions based on these products.
#include <algorithm>

#include "core/interpreter/kernels/cmsis_nn/dsp.h"
#include "core/interpreter/kernels/cmsis_nn/scratch.h"
#include "core/interpreter/kernels/cmsis_nn/vector_kernels.h"
#include "core/interpreter/kernels/cmsis_nn/vectors.h"

#if defined(__ARM_FEATURE_MVE)

namespace arenascope::kernels::cmsis_nn::vectors {

namespace {

// The accumulators of these instructions are in registers with even numbers ("Te").
struct RowSums {
  std::int32_t filter; // of the filter's row itself
  std::int32_t row;
};
struct FourRowSums {
  std::int32_t filter;
  std::int32_t rows[kLanes];
};

[[gnu::always_inline]] inline FourRowSums sumFour(const std::int8_t* filter, const std::int8_t* row, int rowStep,
                                                  int depth) {
  const std::int8_t* second = row + rowStep;
  const std::int8_t* third = second + rowStep;
  const std::int8_t* fourth = third + rowStep;
  std::int32_t sum = 0;
  std::int32_t a = 0;
  std::int32_t b = 0;
  std::int32_t c = 0;
  std::int32_t d = 0;
  asm volatile(".p2align 2\n"
               "wlstp.8 lr, %[depth], 1f\n"
               "0: vldrb.u8 q0, [%[filter]], #16\n"
               "vldrb.u8 q1, [%[first]], #16\n"
               "vmladava.s8 %[a], q0, q1\n"
               "vldrb.u8 q2, [%[second]], #16\n"
               "vmladava.s8 %[b], q0, q2\n"
               "vldrb.u8 q3, [%[third]], #16\n"
               "vmladava.s8 %[c], q0, q3\n"
               "vldrb.u8 q1, [%[fourth]], #16\n"
               "vmladava.s8 %[d], q0, q1\n"
               "vaddva.s8 %[sum], q0\n"
               "letp lr, 0b\n"
               "1:\n"
               : [filter] "+r"(filter), [first] "+r"(row), [second] "+r"(second), [third] "+r"(third),
                 [fourth] "+r"(fourth), [sum] "+Te"(sum), [a] "+Te"(a), [b] "+Te"(b), [c] "+Te"(c), [d] "+Te"(d)
               : [depth] "r"(depth)
               : "q0", "q1", "q2", "q3", "lr", "memory");
  return {sum, {a, b, c, d}};
}

[[gnu::always_inline]] inline RowSums sumOne(const std::int8_t* filter, const std::int8_t* row, int depth) {
  std::int32_t sum = 0;
  std::int32_t products = 0;
  asm volatile(".p2align 2\n"
               "wlstp.8 lr, %[depth], 1f\n"
               "0: vldrb.u8 q0, [%[filter]], #16\n"
               "vldrb.u8 q1, [%[row]], #16\n"
               "vaddva.s8 %[sum], q0\n"
               "vmladava.s8 %[products], q0, q1\n"
               "letp lr, 0b\n"
               "1:\n"
               : [filter] "+r"(filter), [row] "+r"(row), [sum] "+Te"(sum), [products] "+Te"(products)
               : [depth] "r"(depth)
               : "q0", "q1", "lr", "memory");
  return {sum, products};
}

// One channel of four rows is a vector, with each lane stored in another row. By value: stores cannot change what it
// reads.
[[gnu::always_inline]] inline void multiplyFour(MatrixProduct product, const std::int8_t* input, std::int8_t* output,
                                                int outputStep) {
  const OutputStage& stage = product.stage;
  const uint32x4_t places = vmulq_n_u32(vidupq_n_u32(0, 1), static_cast<std::uint32_t>(outputStep));
  const std::int8_t* filter = product.filter;
  for (int channel = 0; channel < product.channels; ++channel) {
    const FourRowSums sums = sumFour(filter, input, product.rowStep, product.depth);
    std::int32_t common = sums.filter * product.inputOffset;
    if (product.bias != nullptr) common += product.bias[channel];
    const int32x4_t rows = {sums.rows[0], sums.rows[1], sums.rows[2], sums.rows[3]};
    const int32x4_t scaled = requantize(vaddq_n_s32(rows, common), stage.multipliers[channel], stage.shifts[channel]);
    vstrbq_scatter_offset_s32(output + channel, places, inRange(stage, scaled));
    filter += product.depth;
  }
}

// Of a single row four channels are one.
[[gnu::always_inline]] inline void multiplyOne(MatrixProduct product, const std::int8_t* input, std::int8_t* output) {
  OutputStage stage = product.stage;
  const std::int8_t* filter = product.filter;
  std::int32_t sums[kLanes] = {};
  for (int channel = 0; channel < product.channels; ++channel) {
    const RowSums row = sumOne(filter, input, product.depth);
    std::int32_t sum = row.row + row.filter * product.inputOffset;
    if (product.bias != nullptr) sum += product.bias[channel];
    sums[channel % kLanes] = sum;
    filter += product.depth;
    if (channel % kLanes != kLanes - 1) continue;
    const int32x4_t scaled = requantize(vldrwq_s32(sums), vldrwq_s32(stage.multipliers), vldrwq_s32(stage.shifts));
    vstrbq_s32(output, inRange(stage, scaled));
    output += kLanes;
    stage.advance(kLanes);
  }
  for (int left = 0; left < product.channels % kLanes; ++left) *output++ = stage.store(sums[left], left);
}

// The window of an output pixel, tap by tap. By value: stores cannot change what it reads.
[[gnu::always_inline]] inline void gather(ColumnShape shape, const std::int8_t* input, int outY, int outX,
                                          std::int8_t zero, std::int8_t* column) {
  const ConvGeometry& geometry = shape.geometry;
  const int firstX = outX * geometry.strideWidth - geometry.padWidth;
  const int firstY = outY * geometry.strideHeight - geometry.padHeight;
  const int channels = shape.filter.channels;
  for (int filterY = 0; filterY < shape.filter.height; ++filterY)
    for (int filterX = 0; filterX < shape.filter.width; ++filterX, column += channels) {
      const int y = firstY + filterY * geometry.dilationHeight;
      const int x = firstX + filterX * geometry.dilationWidth;
      if (y < 0 || y >= shape.input.height || x < 0 || x >= shape.input.width)
        fillBytes(column, zero, channels);
      else
        copyBytes(column, input + (y * shape.input.width + x) * shape.input.channels, channels);
    }
}

} // namespace

void multiplyRows(const MatrixProduct& product, int outputStep) {
  const std::int8_t* input = product.input;
  std::int8_t* output = product.output;
  int left = product.rows;
  for (; left >= kLanes; left -= kLanes) {
    multiplyFour(product, input, output, outputStep);
    input += kLanes * product.rowStep;
    output += kLanes * outputStep;
  }
  for (; left > 0; --left) {
    multiplyOne(product, input, output);
    input += product.rowStep;
    output += outputStep;
  }
}

void convolveColumns(const ColumnConvolution8& convolution, const std::int8_t* input, std::int8_t* columns,
                     std::int8_t* output) {
  const ColumnShape& shape = convolution.shape;
  const int channels = shape.output.channels / shape.groups();
  const auto zero = static_cast<std::int8_t>(-convolution.inputOffset);
  MatrixProduct product{.input = columns,
                        .rows = 0,
                        .rowStep = roundUpTo4(shape.depth()),
                        .inputOffset = convolution.inputOffset,
                        .filter = convolution.filter,
                        .depth = shape.depth(),
                        .channels = channels,
                        .bias = convolution.bias,
                        .stage = convolution.stage,
                        .output = output};
  const auto multiply = [&] {
    multiplyRows(product, shape.output.channels);
    product.output += product.rows * shape.output.channels;
    product.rows = 0;
  };
  for (int batch = 0; batch < shape.output.batch; ++batch) {
    product.filter = convolution.filter;
    product.bias = convolution.bias;
    product.stage = convolution.stage;
    for (int group = 0; group < shape.groups(); ++group) {
      product.output = output + group * channels;
      for (int y = 0; y < shape.output.height; ++y)
        for (int x = 0; x < shape.output.width; ++x) {
          gather(shape, input + group * shape.filter.channels, y, x, zero, columns + product.rows * product.rowStep);
          if (++product.rows == kLanes) multiply();
        }
      if (product.rows > 0) multiply();
      product.filter += channels * product.depth;
      product.stage.advance(channels);
      if (product.bias != nullptr) product.bias += channels;
    }
    input += shape.input.height * shape.input.width * shape.input.channels;
    output += shape.output.height * shape.output.width * shape.output.channels;
  }
}

void convolveRow(const ColumnConvolution8& convolution, const RowEnds& ends, const std::int8_t* input,
                 std::int8_t* columns, std::int8_t* output) {
  const ColumnShape& shape = convolution.shape;
  const int channels = shape.input.channels;
  const int step = shape.geometry.strideWidth * channels;
  const int window = shape.filter.width * channels;
  const auto zero = static_cast<std::int8_t>(-convolution.inputOffset);
  const int pixels = shape.output.width;
  MatrixProduct product{.input = input,
                        .rows = 0,
                        .rowStep = step,
                        .inputOffset = convolution.inputOffset,
                        .filter = convolution.filter,
                        .depth = window,
                        .channels = shape.output.channels,
                        .bias = convolution.bias,
                        .stage = convolution.stage,
                        .output = output};
  const auto multiply = [&](const std::int8_t* from, int rows) {
    product.input = from;
    product.rows = rows;
    multiplyRows(product, shape.output.channels);
    product.output += rows * shape.output.channels;
  };
  for (int batch = 0; batch < shape.output.batch; ++batch) {
    const int padding = shape.geometry.padWidth * channels;
    fillBytes(columns, zero, padding);
    copyBytes(columns + padding, input, std::min(window, shape.input.width * channels));
    multiply(columns, ends.left);
    const int inside = pixels - ends.left - ends.right;
    multiply(input + ends.left * step - padding, inside);
    // One by one if the last pixels' windows overlap too little for the memory available.
    const int together = shape.geometry.strideWidth == 1 ? ends.right : 1;
    for (int done = 0; done < ends.right; done += together) {
      const int first = (pixels - ends.right + done) * step - padding;
      const int there = shape.input.width * channels - first;
      copyBytes(columns, input + first, there);
      fillBytes(columns + there, zero, window + (together - 1) * step - there);
      multiply(columns, together);
    }
    input += shape.input.width * channels;
  }
}

} // namespace arenascope::kernels::cmsis_nn::vectors

#endif

#include "core/interpreter/kernels/cmsis_nn/depthwise.h"

#include <algorithm>
#include <cstring>

#include "core/interpreter/kernels/cmsis_nn/tile.h"

namespace arenascope::kernels::cmsis_nn {

namespace {

constexpr int kChannels = 4; // at a time

struct Sums {
  std::int32_t a;
  std::int32_t b;
  std::int32_t c;
  std::int32_t d;
};

[[gnu::always_inline]] inline Sums initialSums(const std::int32_t* bias, int channel) {
  if (bias == nullptr) return {0, 0, 0, 0};
  return {bias[channel], bias[channel + 1], bias[channel + 2], bias[channel + 3]};
}

// All sums before the first store: for the compiler, stores might change the multipliers.
[[gnu::always_inline]] inline void store(Sums sums, const OutputStage& stage, int channel, std::int8_t* output) {
  const std::int32_t* multipliers = stage.multipliers + channel;
  const std::int32_t* shifts = stage.shifts + channel;
  sums = {requantize(sums.a, multipliers[0], shifts[0]), requantize(sums.b, multipliers[1], shifts[1]),
          requantize(sums.c, multipliers[2], shifts[2]), requantize(sums.d, multipliers[3], shifts[3])};
  const OutputStage range = stage;
  output[0] = range.inRange(sums.a);
  output[1] = range.inRange(sums.b);
  output[2] = range.inRange(sums.c);
  output[3] = range.inRange(sums.d);
}

// One value per channel for four channels.
[[gnu::always_inline]] inline Sums addProductsOf(const std::int16_t* values, const std::int8_t* weights, Sums sums) {
  return {sums.a + values[0] * weights[0], sums.b + values[1] * weights[1], sums.c + values[2] * weights[2],
          sums.d + values[3] * weights[3]};
}

// Taps of the window inside the image, [first, end).
struct Span {
  int first;
  int end;

  Span(int origin, int filter, int image) : first(std::max(0, -origin)), end(std::min(filter, image - origin)) {}
};

// One tap: four input values with their offset times four weights, one per channel.
[[gnu::always_inline]] inline Sums addTap(const std::int8_t* input, const std::int8_t* weights, std::int32_t offset,
                                          Word offsets, Sums sums) {
  if constexpr (kHasDsp) {
    const Word bytes = load4(input);
    const Word filter = load4(weights);
    const Word odd = widenOddAdd(offsets, bytes);
    const Word oddWeights = widenOdd(filter);
    sums.b = addLowProduct(odd, oddWeights, sums.b);
    sums.d = addHighProduct(odd, oddWeights, sums.d);
    const Word even = widenEvenAdd(offsets, bytes);
    const Word evenWeights = widenEven(filter);
    sums.a = addLowProduct(even, evenWeights, sums.a);
    sums.c = addHighProduct(even, evenWeights, sums.c);
  } else {
    // Four bytes at a time here as well: memcpy() is called on processors without unaligned loads.
    const Word bytes = load4(input);
    const Word filter = load4(weights);
    sums.a += (byteAt(bytes, 0) + offset) * byteAt(filter, 0);
    sums.b += (byteAt(bytes, 1) + offset) * byteAt(filter, 1);
    sums.c += (byteAt(bytes, 2) + offset) * byteAt(filter, 2);
    sums.d += (byteAt(bytes, 3) + offset) * byteAt(filter, 3);
  }
  return sums;
}

// Rows of a 3x3 window inside the image, and whether its left and right columns are; the middle one always is.
struct Window3x3 {
  int firstRow;
  int endRow;
  bool left;
  bool right;
};

// Four of its channels; values and weights begin with the window's first column and first row in the image.
[[gnu::always_inline]] inline Sums sum3x3(const Window3x3& window, int row, int channels, std::int32_t offset,
                                          const std::int8_t* values, const std::int8_t* weights, Sums sums) {
  const Word offsets = pack(offset, offset);
  for (int v = window.firstRow; v < window.endRow; ++v) {
    if (window.left) [[likely]]
      sums = addTap(values, weights, offset, offsets, sums);
    sums = addTap(values + channels, weights + channels, offset, offsets, sums);
    if (window.right) [[likely]]
      sums = addTap(values + 2 * channels, weights + 2 * channels, offset, offsets, sums);
    values += row;
    weights += 3 * channels;
  }
  return sums;
}

// All channels of one output pixel; values as for sum3x3(). A separate function, so that the sums stay in registers.
[[gnu::noinline]] void convolvePixel3x3(const DepthwiseConvolution& convolution, const Window3x3& window,
                                        const std::int8_t* values, std::int8_t* output) {
  const int channels = convolution.input.channels;
  const int row = convolution.input.width * channels;
  const std::int32_t offset = convolution.inputOffset;
  const std::int8_t* weights = convolution.weights + window.firstRow * 3 * channels;
  const std::int32_t* bias = convolution.bias;
  int channel = 0;
  for (; channel + kChannels <= channels; channel += kChannels) {
    Sums sums = initialSums(bias, 0);
    if (bias != nullptr) bias += kChannels;
    sums = sum3x3(window, row, channels, offset, values + channel, weights + channel, sums);
    store(sums, convolution.stage, channel, output + channel);
  }
  for (; channel < channels; ++channel) {
    std::int32_t sum = bias == nullptr ? 0 : *bias++;
    for (int v = 0; v < window.endRow - window.firstRow; ++v)
      for (int u = window.left ? 0 : 1; u < (window.right ? 3 : 2); ++u)
        sum += (values[v * row + u * channels + channel] + offset) * weights[(v * 3 + u) * channels + channel];
    output[channel] = convolution.stage.store(sum, channel);
  }
}

// Two taps at once, from a window of 16-bit numbers.
[[gnu::always_inline]] inline Sums addTapPair(const std::int16_t* window, const std::int8_t* weights, int step,
                                              Sums sums) {
  const Word first = load4(weights);
  const Word second = load4(weights + step);
  const Word even = widenEven(first);
  const Word odd = widenOdd(first);
  const Word nextEven = widenEven(second);
  const Word nextOdd = widenOdd(second);
  const Word values = load2(window);
  const Word nextValues = load2(window + step);
  sums.a = dot(lowHalves(values, nextValues), lowHalves(even, nextEven), sums.a);
  sums.b = dot(highHalves(values, nextValues), lowHalves(odd, nextOdd), sums.b);
  const Word upper = load2(window + 2);
  const Word nextUpper = load2(window + step + 2);
  sums.c = dot(lowHalves(upper, nextUpper), highHalves(even, nextEven), sums.c);
  sums.d = dot(highHalves(upper, nextUpper), highHalves(odd, nextOdd), sums.d);
  return sums;
}

// The window of an output pixel as 16-bit numbers with the input's offset added; zeros outside the image.
void gather(const DepthwiseConvolution& convolution, const std::int8_t* input, int originX, int originY,
            std::int16_t* window) {
  const int channels = convolution.input.channels;
  const std::size_t tapBytes = sizeof(std::int16_t) * static_cast<std::size_t>(channels);
  for (int v = 0; v < convolution.filter.height; ++v)
    for (int u = 0; u < convolution.filter.width; ++u, window += channels) {
      const int y = originY + v;
      const int x = originX + u;
      if (y < 0 || y >= convolution.input.height || x < 0 || x >= convolution.input.width) {
        std::memset(window, 0, tapBytes);
        continue;
      }
      const std::int8_t* pixel = input + convolution.input.offset(0, y, x, 0);
      OrderedShiftedBytes reader{pixel, convolution.inputOffset};
      int c = 0;
      for (; c + 4 <= channels; c += 4) {
        const Quad quad = reader.quad();
        store2(window + c, quad.first);
        store2(window + c + 2, quad.second);
      }
      for (; c < channels; ++c) window[c] = static_cast<std::int16_t>(reader.next());
    }
}

// Four channels of a window of `taps` taps. A separate function, so that the loop's values stay in registers.
[[gnu::noinline]] Sums sumWindow(const std::int16_t* values, const std::int8_t* weights, int step, int taps,
                                 Sums sums) {
  for (int pair = taps / 2; pair > 0; --pair) {
    sums = addTapPair(values, weights, step, sums);
    values += 2 * step;
    weights += 2 * step;
  }
  return taps % 2 == 0 ? sums : addProductsOf(values, weights, sums);
}

void multiplyWindow(const DepthwiseConvolution& convolution, const std::int16_t* window, std::int8_t* output) {
  const int channels = convolution.output.channels;
  const int taps = convolution.filter.height * convolution.filter.width;
  int channel = 0;
  for (; channel + kChannels <= channels; channel += kChannels) {
    const Sums sums = sumWindow(window + channel, convolution.weights + channel, channels, taps,
                                initialSums(convolution.bias, channel));
    store(sums, convolution.stage, channel, output + channel);
  }
  for (; channel < channels; ++channel) {
    std::int32_t sum = convolution.bias == nullptr ? 0 : convolution.bias[channel];
    for (int tap = 0; tap < taps; ++tap)
      sum += window[tap * channels + channel] * convolution.weights[tap * channels + channel];
    output[channel] = convolution.stage.store(sum, channel);
  }
}

// The part of a window that lies inside the image.
struct InnerWindow {
  const std::int8_t* values; // of one input channel
  const std::int8_t* weights;
  int rows;
  int columns;
  int valueRow; // steps from one row to the next, from one column to the next
  int valueColumn;
  int weightRow;
  int weightColumn;
};

// Four filters of one input channel.
[[gnu::noinline]] Sums sumFilters(const InnerWindow& window, std::int32_t offset, Sums sums) {
  const std::int8_t* valueRow = window.values;
  const std::int8_t* weightRow = window.weights;
  for (int v = window.rows; v > 0; --v, valueRow += window.valueRow, weightRow += window.weightRow) {
    const std::int8_t* values = valueRow;
    const std::int8_t* weights = weightRow;
    for (int u = window.columns; u > 0; --u, values += window.valueColumn, weights += window.weightColumn) {
      const std::int32_t value = *values + offset;
      sums = {sums.a + value * weights[0], sums.b + value * weights[1], sums.c + value * weights[2],
              sums.d + value * weights[3]};
    }
  }
  return sums;
}

// The first tap of output pixel (x, y): body(originX, originY, output pixel).
template <typename Body>
void forPixels(const DepthwiseConvolution& convolution, std::int8_t* output, Body body) {
  for (int y = 0; y < convolution.output.height; ++y) {
    const int originY = y * convolution.geometry.strideHeight - convolution.geometry.padHeight;
    for (int x = 0; x < convolution.output.width; ++x) {
      body(x * convolution.geometry.strideWidth - convolution.geometry.padWidth, originY, output);
      output += convolution.output.channels;
    }
  }
}

} // namespace

bool fits3x3(const DepthwiseConvolution& convolution) {
  const ConvGeometry& geometry = convolution.geometry;
  return geometry.padWidth <= 1 &&
         (convolution.output.width - 1) * geometry.strideWidth - geometry.padWidth + 1 < convolution.input.width;
}

void convolve3x3(const DepthwiseConvolution& convolution, const std::int8_t* input, std::int8_t* output) {
  const int row = convolution.input.width * convolution.input.channels;
  forPixels(convolution, output, [&](int originX, int originY, std::int8_t* pixel) {
    const Window3x3 window{std::max(0, -originY), std::min(3, convolution.input.height - originY), originX >= 0,
                           convolution.input.width - originX >= 3};
    convolvePixel3x3(convolution, window,
                     input + (originY + window.firstRow) * row + originX * convolution.input.channels, pixel);
  });
}

void convolveWindow(const DepthwiseConvolution& convolution, const std::int8_t* input, std::int16_t* window,
                    std::int8_t* output) {
  if constexpr (kHasDsp)
    forPixels(convolution, output, [&](int originX, int originY, std::int8_t* pixel) {
      gather(convolution, input, originX, originY, window);
      multiplyWindow(convolution, window, pixel);
    });
}

void convolveFourFilters(const DepthwiseConvolution& convolution, const std::int8_t* input, std::int8_t* output) {
  const Shape4& filter = convolution.filter;
  const Shape4& image = convolution.input;
  forPixels(convolution, output, [&](int originX, int originY, std::int8_t* pixel) {
    const Span rows(originY, filter.height, image.height);
    const Span columns(originX, filter.width, image.width);
    InnerWindow window{.values = input + image.offset(0, originY + rows.first, originX + columns.first, 0),
                       .weights = convolution.weights + filter.offset(0, rows.first, columns.first, 0),
                       .rows = rows.end - rows.first,
                       .columns = columns.end - columns.first,
                       .valueRow = image.width * image.channels,
                       .valueColumn = image.channels,
                       .weightRow = filter.width * filter.channels,
                       .weightColumn = filter.channels};
    int channel = 0;
    for (int inChannel = 0; inChannel < image.channels; ++inChannel, ++window.values)
      for (int m = 0; m < convolution.depthMultiplier; m += kChannels, channel += kChannels) {
        const Sums sums = sumFilters(window, convolution.inputOffset, initialSums(convolution.bias, channel));
        store(sums, convolution.stage, channel, pixel + channel);
        window.weights += kChannels;
      }
  });
}

void convolveAny(const DepthwiseConvolution& convolution, const std::int8_t* input, std::int8_t* output) {
  const ConvGeometry& geometry = convolution.geometry;
  const Shape4& image = convolution.input;
  const Shape4& filter = convolution.filter;
  for (int batch = 0; batch < image.batch; ++batch) {
    forPixels(convolution, output, [&](int originX, int originY, std::int8_t* pixel) {
      for (int channel = 0; channel < convolution.output.channels; ++channel) {
        std::int32_t sum = convolution.bias == nullptr ? 0 : convolution.bias[channel];
        for (int v = 0; v < filter.height; ++v) {
          const int y = originY + v * geometry.dilationHeight;
          if (y < 0 || y >= image.height) continue;
          for (int u = 0; u < filter.width; ++u) {
            const int x = originX + u * geometry.dilationWidth;
            if (x < 0 || x >= image.width) continue;
            sum += (input[image.offset(0, y, x, channel / convolution.depthMultiplier)] + convolution.inputOffset) *
                   convolution.weights[filter.offset(0, v, u, channel)];
          }
        }
        pixel[channel] = convolution.stage.store(sum, channel);
      }
    });
    input += image.height * image.width * image.channels;
    output += convolution.output.height * convolution.output.width * convolution.output.channels;
  }
}

} // namespace arenascope::kernels::cmsis_nn

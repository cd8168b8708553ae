#include "core/interpreter/kernels/cmsis_nn/columns.h"

#include <algorithm>
#include <cstring>

#include "core/interpreter/kernels/cmsis_nn/scratch.h"
#include "core/interpreter/kernels/cmsis_nn/tile.h"

namespace arenascope::kernels::cmsis_nn {

namespace {

// The window of output pixel (x, y), tap by tap; `padding` is the value outside the image. kUpscaled: with zeros
// between stored pixels.
template <typename T, bool kUpscaled>
[[gnu::noinline]] void gatherTaps(const ColumnShape& shape, const T* input, int y, int x, T padding, T* column) {
  const int originX = x * shape.geometry.strideWidth - shape.geometry.padWidth;
  const int originY = y * shape.geometry.strideHeight - shape.geometry.padHeight;
  const int channels = shape.filter.channels;
  const std::size_t bytes = sizeof(T) * static_cast<std::size_t>(channels);
  const Shape4 image = shape.input;
  const Shape4 filter = shape.filter;
  const int dilationHeight = shape.geometry.dilationHeight;
  const int dilationWidth = shape.geometry.dilationWidth;
  // Halved instead of divided: upscaling is by 1 or 2.
  const int heightShift = kUpscaled && shape.upscaleHeight == 2 ? 1 : 0;
  const int widthShift = kUpscaled && shape.upscaleWidth == 2 ? 1 : 0;
  for (int v = 0; v < filter.height; ++v) {
    for (int u = 0; u < filter.width; ++u, column += channels) {
      const int inY = originY + dilationHeight * v;
      const int inX = originX + dilationWidth * u;
      const bool stored = inY >= 0 && inY < image.height && inX >= 0 && inX < image.width &&
                          (!kUpscaled || ((heightShift == 0 || inY % 2 == 0) && (widthShift == 0 || inX % 2 == 0)));
      if (!stored) {
        for (int c = 0; c < channels; ++c) column[c] = padding;
        continue;
      }
      const int pixel = (inY >> heightShift) * (image.width >> widthShift) + (inX >> widthShift);
      std::memcpy(column, input + pixel * image.channels, bytes);
    }
  }
}

template <typename T>
void gather(const ColumnShape& shape, const T* input, int y, int x, T padding, T* column) {
  if (shape.upscaleHeight == 1 && shape.upscaleWidth == 1)
    gatherTaps<T, false>(shape, input, y, x, padding, column);
  else
    gatherTaps<T, true>(shape, input, y, x, padding, column);
}

// Widens 8-bit values to 16 bits and adds `offset`, in the order in which Bytes pairs them. The source may be the end
// of the destination: reads never fall behind writes.
[[gnu::noinline]] void widen(const std::int8_t* values, std::int16_t* column, int count, std::int32_t offset) {
  if constexpr (kHasDsp) {
    ShiftedBytes reader{values, offset};
    for (; count >= 4; count -= 4, column += 4) {
      const Quad quad = reader.quad();
      store2(column, quad.first);
      store2(column + 2, quad.second);
    }
    values = reader.at;
  }
  for (int i = 0; i < count; ++i) column[i] = static_cast<std::int16_t>(values[i] + offset);
}

// Where the values of a group's channels go, channel by channel.
struct Finish8 {
  using Filter = TurnedBytes;
  using Sum = std::int32_t;

  const std::int32_t* bias;
  OutputStage stage;
  std::int8_t* output;
  int pixelStep;

  Sum initial(int channel) const { return bias == nullptr ? 0 : bias[channel]; }
  void store(int channel, int pixel, Sum sum) const { output[pixel * pixelStep + channel] = stage.store(sum, channel); }
  void advance(int channels) {
    if (bias != nullptr) bias += channels;
    stage.advance(channels);
    output += channels;
  }
};

template <typename Bias>
struct Finish16 {
  using Filter = OrderedBytes;
  using Sum = Bias;

  const Bias* bias;
  const std::int32_t* multipliers;
  const std::int32_t* shifts;
  IntRange activation;
  std::int16_t* output;
  int pixelStep;

  Sum initial(int channel) const { return bias == nullptr ? 0 : constantAt(bias, channel); }
  void store(int channel, int pixel, Sum sum) const {
    const auto shift = static_cast<int>(shifts[channel]);
    std::int32_t value = 0;
    if constexpr (sizeof(Sum) == sizeof(std::int64_t))
      value = requantizeWide(sum, multipliers[channel], shift);
    else
      value = requantize(sum, multipliers[channel], shift);
    output[pixel * pixelStep + channel] = static_cast<std::int16_t>(clamp(value, activation.min, activation.max));
  }
  void advance(int channels) {
    if (bias != nullptr) bias += channels;
    multipliers += channels;
    shifts += channels;
    output += channels;
  }
};

template <typename Finish>
constexpr bool kWide = sizeof(typename Finish::Sum) == sizeof(std::int64_t);

// Two channels at two pixels.
template <typename Finish>
[[gnu::noinline]] void multiplyTile(const std::int8_t* filter, int depth, const std::int16_t* columns, int columnStep,
                                    const Finish& finish) {
  using Filter = typename Finish::Filter;
  const auto part = [&](int first, int count, const Sums2x2& sums) {
    return addProducts<Loop::kPlain>(Filter{filter + first}, Filter{filter + depth + first}, Halves{columns + first},
                                     Halves{columns + columnStep + first}, count, sums);
  };
  const typename Finish::Sum a = finish.initial(0);
  const typename Finish::Sum b = finish.initial(1);
  if constexpr (kWide<Finish>) {
    const Sums2x2 sums = part(0, std::min(depth, kSafeDepth), {});
    std::int64_t ax = a + sums.ax;
    std::int64_t ay = a + sums.ay;
    std::int64_t bx = b + sums.bx;
    std::int64_t by = b + sums.by;
    for (int d = kSafeDepth; d < depth; d += kSafeDepth) {
      const Sums2x2 more = part(d, std::min(depth - d, kSafeDepth), {});
      ax += more.ax;
      ay += more.ay;
      bx += more.bx;
      by += more.by;
    }
    finish.store(0, 0, ax);
    finish.store(0, 1, ay);
    finish.store(1, 0, bx);
    finish.store(1, 1, by);
  } else {
    const Sums2x2 sums = part(0, depth, {a, a, b, b});
    finish.store(0, 0, sums.ax);
    finish.store(0, 1, sums.ay);
    finish.store(1, 0, sums.bx);
    finish.store(1, 1, sums.by);
  }
}

// The last channel of an odd number, or a last pixel.
template <typename Finish>
void multiplyOne(const std::int8_t* filter, int depth, const std::int16_t* column, const Finish& finish, int pixel) {
  using Filter = typename Finish::Filter;
  typename Finish::Sum sum = finish.initial(0);
  if constexpr (kWide<Finish>) {
    for (int d = 0; d < depth; d += kSafeDepth)
      sum += addProducts<Loop::kPlain>(Filter{filter + d}, Halves{column + d}, std::min(depth - d, kSafeDepth), 0);
  } else {
    sum = addProducts<Loop::kPlain>(Filter{filter}, Halves{column}, depth, sum);
  }
  finish.store(0, pixel, sum);
}

// All channels of a group for one or two pixels.
template <typename Finish>
void multiplyColumns(const std::int8_t* filter, int channels, int depth, const std::int16_t* columns, int columnStep,
                     int pixels, Finish finish) {
  for (; pixels == 2 && channels >= 2; channels -= 2, filter += 2 * depth) {
    multiplyTile(filter, depth, columns, columnStep, finish);
    finish.advance(2);
  }
  for (; channels > 0; --channels, filter += depth) {
    for (int pixel = 0; pixel < pixels; ++pixel)
      multiplyOne(filter, depth, columns + pixel * columnStep, finish, pixel);
    finish.advance(1);
  }
}

// Calls fill(column, y, x) for every output pixel, and multiply(columns, first pixel) for each two and a last one.
template <typename Fill, typename Multiply>
void forColumns(const Shape4& output, Fill fill, Multiply multiply) {
  int pixel = 0;
  int filled = 0;
  for (int y = 0; y < output.height; ++y)
    for (int x = 0; x < output.width; ++x) {
      fill(filled, y, x);
      if (++filled < 2) continue;
      multiply(2, pixel);
      pixel += 2;
      filled = 0;
    }
  if (filled != 0) multiply(1, pixel);
}

} // namespace

void convolveColumns(const ColumnConvolution8& convolution, const std::int8_t* input, std::int16_t* scratch,
                     std::int8_t* output) {
  const ColumnShape& shape = convolution.shape;
  const int depth = shape.depth();
  const int step = roundUpTo4(depth);
  const int channels = shape.output.channels / shape.groups();
  const int pixels = shape.output.height * shape.output.width;
  const int stored = shape.input.height / shape.upscaleHeight * (shape.input.width / shape.upscaleWidth);
  for (int batch = 0; batch < shape.output.batch; ++batch) {
    Finish8 finish{convolution.bias, convolution.stage, output, shape.output.channels};
    for (int group = 0; group < shape.groups(); ++group) {
      forColumns(
          shape.output,
          [&](int column, int y, int x) {
            std::int16_t* widened = scratch + column * step;
            // 8-bit values are first stored at the end of the second column.
            auto* gathered = reinterpret_cast<std::int8_t*>(scratch + 2 * step) - depth;
            gather(shape, input + group * shape.filter.channels, y, x,
                   static_cast<std::int8_t>(-convolution.inputOffset), gathered);
            widen(gathered, widened, depth, convolution.inputOffset);
          },
          [&](int columns, int pixel) {
            Finish8 here = finish;
            here.output += pixel * shape.output.channels;
            multiplyColumns(convolution.filter + group * channels * depth, channels, depth, scratch, step, columns,
                            here);
          });
      finish.advance(channels);
    }
    input += stored * shape.input.channels;
    output += pixels * shape.output.channels;
  }
}

template <typename Bias>
void convolveColumns(const ColumnConvolution16<Bias>& convolution, const std::int16_t* input, std::int16_t* scratch,
                     std::int16_t* output) {
  const ColumnShape& shape = convolution.shape;
  const int depth = shape.depth();
  const int channels = shape.output.channels / shape.groups();
  const int pixels = shape.output.height * shape.output.width;
  for (int batch = 0; batch < shape.output.batch; ++batch) {
    Finish16<Bias> finish{
        convolution.bias, convolution.data.multipliers, convolution.data.shifts, convolution.data.activation,
        output,           shape.output.channels};
    for (int group = 0; group < shape.groups(); ++group) {
      forColumns(
          shape.output,
          [&](int column, int y, int x) {
            gather<std::int16_t>(shape, input + group * shape.filter.channels, y, x, 0, scratch + column * depth);
          },
          [&](int columns, int pixel) {
            Finish16<Bias> here = finish;
            here.output += pixel * shape.output.channels;
            multiplyColumns(convolution.filter + group * channels * depth, channels, depth, scratch, depth, columns,
                            here);
          });
      finish.advance(channels);
    }
    input += shape.input.height * shape.input.width * shape.input.channels;
    output += pixels * shape.output.channels;
  }
}

template void convolveColumns(const ColumnConvolution16<std::int32_t>& convolution, const std::int16_t* input,
                              std::int16_t* scratch, std::int16_t* output);
template void convolveColumns(const ColumnConvolution16<std::int64_t>& convolution, const std::int16_t* input,
                              std::int16_t* scratch, std::int16_t* output);

} // namespace arenascope::kernels::cmsis_nn

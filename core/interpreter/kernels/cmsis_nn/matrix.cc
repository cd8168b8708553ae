#include "core/interpreter/kernels/cmsis_nn/matrix.h"

#include "core/interpreter/kernels/cmsis_nn/tile.h"

namespace arenascope::kernels::cmsis_nn {

namespace {

std::int32_t sumOf(const std::int8_t* values, int count) {
  std::int32_t sum = 0;
  for (int i = 0; i < count; ++i) sum += values[i];
  return sum;
}

// Two channels of a product: their filter rows, initial sums, and output.
struct ChannelPair {
  Bytes a;
  Bytes b;
  std::int32_t initialA;
  std::int32_t initialB;
  int channel;
};

std::int32_t initialSum(const MatrixProduct& product, const std::int8_t* filter, int channel) {
  const std::int32_t sum = product.inputOffset * sumOf(filter, product.depth);
  return product.bias == nullptr ? sum : sum + product.bias[channel];
}

// Both filter rows are summed in one pass if there are enough registers.
ChannelPair channelPair(const MatrixProduct& product, const std::int8_t* filter, int channel) {
  const std::int8_t* next = filter + product.depth;
  ChannelPair pair{{filter}, {next}, 0, 0, channel};
  if constexpr (kFewRegisters) {
    pair.initialA = initialSum(product, filter, channel);
    pair.initialB = initialSum(product, next, channel + 1);
    return pair;
  }
  for (int i = 0; i < product.depth; ++i) {
    pair.initialA += filter[i];
    pair.initialB += next[i];
  }
  pair.initialA *= product.inputOffset;
  pair.initialB *= product.inputOffset;
  if (product.bias != nullptr) {
    pair.initialA += product.bias[channel];
    pair.initialB += product.bias[channel + 1];
  }
  return pair;
}

void multiplyTwoRows(const MatrixProduct& product, const ChannelPair& pair, const std::int8_t* input,
                     std::int8_t* output) {
  const Sums2x2 sums =
      addProducts<Loop::kUnrolled>(pair.a, pair.b, Bytes{input}, Bytes{input + product.rowStep}, product.depth,
                                   Sums2x2{pair.initialA, pair.initialA, pair.initialB, pair.initialB});
  // All sums before the first store: for the compiler, stores might change the multipliers.
  const OutputStage stage = product.stage;
  const std::int32_t* multipliers = stage.multipliers + pair.channel;
  const std::int32_t* shifts = stage.shifts + pair.channel;
  const std::int32_t ax = requantize(sums.ax, multipliers[0], shifts[0]);
  const std::int32_t ay = requantize(sums.ay, multipliers[0], shifts[0]);
  const std::int32_t bx = requantize(sums.bx, multipliers[1], shifts[1]);
  const std::int32_t by = requantize(sums.by, multipliers[1], shifts[1]);
  const int next = product.channels;
  output[0] = stage.inRange(ax);
  output[1] = stage.inRange(bx);
  output[next] = stage.inRange(ay);
  output[next + 1] = stage.inRange(by);
}

void multiplyTwoChannels(const MatrixProduct& product, int channel) {
  const std::int8_t* filter = product.filter + channel * product.depth;
  const ChannelPair pair = channelPair(product, filter, channel);
  const std::int8_t* input = product.input;
  std::int8_t* output = product.output + channel;
  for (int row = product.rows; row >= 2; row -= 2) {
    multiplyTwoRows(product, pair, input, output);
    input += 2 * product.rowStep;
    output += 2 * product.channels;
  }
  if (product.rows % 2 == 0) return;
  const Sums2 sums =
      addProducts<Loop::kUnrolled>(pair.a, pair.b, Bytes{input}, product.depth, Sums2{pair.initialA, pair.initialB});
  output[0] = product.stage.store(sums.a, channel);
  output[1] = product.stage.store(sums.b, channel + 1);
}

void multiplyLastChannel(const MatrixProduct& product, int channel) {
  const std::int8_t* filter = product.filter + channel * product.depth;
  const std::int32_t initial = initialSum(product, filter, channel);
  const std::int8_t* input = product.input;
  std::int8_t* output = product.output + channel;
  for (int row = product.rows; row > 0; --row, input += product.rowStep, output += product.channels)
    *output =
        product.stage.store(addProducts<Loop::kPlain>(Bytes{filter}, Bytes{input}, product.depth, initial), channel);
}

// The channels of a product with one row, in order: filter rows, biases and results. kOneScale: one scale for all
// channels, kept in registers.
template <typename Filter, bool kOneScale>
class Channels {
public:
  Channels(const VectorProduct& product, const OutputStage& stage, bool perChannel)
      : filter_(product.filter), filterOffset_(product.filterOffset), depth_(product.depth), bias_(product.bias),
        stage_(stage), multiplier_(*stage.multipliers), shift_(*stage.shifts), perChannel_(perChannel),
        output_(product.output) {}

  // That of a later channel.
  [[gnu::always_inline]] Filter row(int channel) const {
    const std::int8_t* values = filter_ + channel * depth_;
    if constexpr (std::is_same_v<Filter, ShiftedBytes>)
      return Filter{values, filterOffset_};
    else
      return Filter{values};
  }
  [[gnu::always_inline]] std::int32_t initial(int channel) const { return bias_ == nullptr ? 0 : bias_[channel]; }
  // The results of the next channels.
  template <typename... Sums>
  [[gnu::always_inline]] void store(Sums... sums) {
    filter_ += static_cast<int>(sizeof...(sums)) * depth_;
    if (bias_ != nullptr) bias_ += sizeof...(sums);
    (storeOne(sums), ...);
  }

private:
  [[gnu::always_inline]] void storeOne(std::int32_t sum) {
    *output_++ = kOneScale ? stage_.store(sum, multiplier_, shift_) : stage_.store(sum, 0);
    if (!kOneScale && perChannel_) stage_.advance(1);
  }

  const std::int8_t* filter_;
  std::int32_t filterOffset_;
  int depth_;
  const std::int32_t* bias_;
  OutputStage stage_;
  std::int32_t multiplier_;
  std::int32_t shift_;
  bool perChannel_;
  std::int8_t* output_;
};

// The library has no unroll directive for this loop.
constexpr Loop kVectorLoop = kForSize ? Loop::kPlain : Loop::kUnrolled;

// Filter: Bytes, or ShiftedBytes where the filter has a zero point.
template <typename Filter, bool kOneScale>
void multiplyVectorWith(const VectorProduct& product, const OutputStage& stage, bool perChannel) {
  const ShiftedBytes input{product.input, product.inputOffset};
  const int depth = product.depth;
  Channels<Filter, kOneScale> next(product, stage, perChannel);
  int left = product.channels;
  if constexpr (kHasDsp) {
    for (; left >= 2; left -= 2) {
      const Sums2 sums =
          addProducts<kVectorLoop>(next.row(0), next.row(1), input, depth, Sums2{next.initial(0), next.initial(1)});
      next.store(sums.a, sums.b);
    }
  } else {
    for (; left >= 3; left -= 3) {
      const Sums3 sums = addProducts(next.row(0), next.row(1), next.row(2), input, depth,
                                     Sums3{next.initial(0), next.initial(1), next.initial(2)});
      next.store(sums.a, sums.b, sums.c);
    }
  }
  for (; left > 0; --left) next.store(addProducts<kVectorLoop>(next.row(0), input, depth, next.initial(0)));
}

} // namespace

void multiplyRows(const MatrixProduct& product) {
  int channel = 0;
  for (; channel + 2 <= product.channels; channel += 2) multiplyTwoChannels(product, channel);
  if (channel < product.channels) multiplyLastChannel(product, channel);
}

void multiplyVector(const VectorProduct& product, const OutputStage& stage, bool perChannel) {
  if (product.filterOffset != 0)
    multiplyVectorWith<ShiftedBytes, !kFewRegisters>(product, stage, perChannel);
  else if (perChannel || kFewRegisters)
    multiplyVectorWith<Bytes, false>(product, stage, perChannel);
  else
    multiplyVectorWith<Bytes, true>(product, stage, perChannel);
}

} // namespace arenascope::kernels::cmsis_nn

#include "core/kernels/cmsis_nn/matrix.h"

#include "core/kernels/cmsis_nn/tile.h"

namespace arenascope::kernels::cmsis_nn {

namespace {

std::int32_t sumOf(const std::int8_t* values, int count) {
  std::int32_t sum = 0;
  for (int i = 0; i < count; ++i) sum += values[i];
  return sum;
}

// Two channels of a product: their filter rows, what their sums begin with, and where their results go.
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

void multiplyTwoRows(const MatrixProduct& product, const ChannelPair& pair, const std::int8_t* input,
                     std::int8_t* output) {
  const Sums2x2 sums =
      addProducts<Loop::kUnrolled>(pair.a, pair.b, Bytes{input}, Bytes{input + product.rowStep}, product.depth,
                                   Sums2x2{pair.initialA, pair.initialA, pair.initialB, pair.initialB});
  // All before the first is stored: stores might change the multipliers, as far as the compiler knows.
  const std::int8_t ax = product.stage.store(sums.ax, pair.channel);
  const std::int8_t ay = product.stage.store(sums.ay, pair.channel);
  const std::int8_t bx = product.stage.store(sums.bx, pair.channel + 1);
  const std::int8_t by = product.stage.store(sums.by, pair.channel + 1);
  output[0] = ax;
  output[1] = bx;
  output[product.channels] = ay;
  output[product.channels + 1] = by;
}

void multiplyTwoChannels(const MatrixProduct& product, int channel) {
  const std::int8_t* filter = product.filter + channel * product.depth;
  const ChannelPair pair{{filter},
                         {filter + product.depth},
                         initialSum(product, filter, channel),
                         initialSum(product, filter + product.depth, channel + 1),
                         channel};
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

// Filter: Bytes, or ShiftedBytes where the filter has a zero point.
template <typename Filter>
void multiplyVectorWith(const VectorProduct& product, const OutputStage& stage, bool perChannel) {
  const ShiftedBytes input{product.input, product.inputOffset};
  const auto rowOf = [&](const std::int8_t* values) {
    if constexpr (std::is_same_v<Filter, ShiftedBytes>)
      return Filter{values, product.filterOffset};
    else
      return Filter{values};
  };
  const std::int8_t* filter = product.filter;
  const std::int32_t* bias = product.bias;
  std::int8_t* output = product.output;
  OutputStage own = stage;
  for (int channel = product.channels; channel >= 2; channel -= 2, filter += 2 * product.depth) {
    Sums2 sums{0, 0};
    if (bias != nullptr) {
      sums = {bias[0], bias[1]};
      bias += 2;
    }
    sums = addProducts<Loop::kUnrolled>(rowOf(filter), rowOf(filter + product.depth), input, product.depth, sums);
    *output++ = own.store(sums.a, 0);
    if (perChannel) own.advance(1);
    *output++ = own.store(sums.b, 0);
    if (perChannel) own.advance(1);
  }
  if (product.channels % 2 == 0) return;
  const std::int32_t sum =
      addProducts<Loop::kUnrolled>(rowOf(filter), input, product.depth, bias == nullptr ? 0 : *bias);
  *output = own.store(sum, 0);
}

} // namespace

void multiplyRows(const MatrixProduct& product) {
  int channel = 0;
  for (; channel + 2 <= product.channels; channel += 2) multiplyTwoChannels(product, channel);
  if (channel < product.channels) multiplyLastChannel(product, channel);
}

void multiplyVector(const VectorProduct& product, const OutputStage& stage, bool perChannel) {
  if (product.filterOffset != 0)
    multiplyVectorWith<ShiftedBytes>(product, stage, perChannel);
  else
    multiplyVectorWith<Bytes>(product, stage, perChannel);
}

} // namespace arenascope::kernels::cmsis_nn

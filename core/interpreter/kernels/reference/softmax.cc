// SOFTMAX along the last dimension: e^(beta·x) over the sum of all.
#include "core/interpreter/kernels/softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/interpreter/kernels/fixed_point.h"
#include "core/interpreter/kernels/lookup_table.h"
#include "core/interpreter/kernels/reference/other_types.h"
#include "core/interpreter/kernels/reference/registrations.h"

namespace arenascope::kernels::reference {

namespace {

void softmaxRow(const float* input, float* output, int depth, float beta) {
  float largest = std::numeric_limits<float>::lowest();
  for (int c = 0; c < depth; ++c) largest = std::max(largest, input[c]);
  float sum = 0.0F;
  for (int c = 0; c < depth; ++c) {
    const float value = std::exp((input[c] - largest) * beta);
    output[c] = value;
    sum += value;
  }
  for (int c = 0; c < depth; ++c) output[c] = output[c] / sum;
}

std::int32_t exponentialOf(std::int32_t difference, const SoftmaxData& data) {
  const auto shifted = static_cast<std::int32_t>(static_cast<std::uint32_t>(difference) << data.input.shift);
  return expOnNegativeQ5(doublingHighMul(shifted, data.input.multiplier));
}

template <typename Output>
void softmaxInt8(const std::int8_t* input, Output* output, int depth, const SoftmaxData& data) {
  constexpr std::int32_t kLowest = std::numeric_limits<Output>::min();
  constexpr std::int32_t kHighest = std::numeric_limits<Output>::max();
  std::int8_t largest = std::numeric_limits<std::int8_t>::min();
  for (int c = 0; c < depth; ++c) largest = std::max(largest, input[c]);
  std::int32_t sum = 0;
  for (int c = 0; c < depth; ++c) {
    const std::int32_t difference = input[c] - largest;
    if (difference >= data.smallestDifference)
      sum += roundingDivideByPot(exponentialOf(difference, data), kSoftmaxSumBits);
  }
  int bitsOverUnit = 0;
  const std::int32_t scale = reciprocal(sum, kSoftmaxSumBits, &bitsOverUnit);
  const int exponent = bitsOverUnit + 31 - static_cast<int>(sizeof(Output)) * 8;
  for (int c = 0; c < depth; ++c) {
    const std::int32_t difference = input[c] - largest;
    if (difference < data.smallestDifference) {
      output[c] = std::numeric_limits<Output>::min();
      continue;
    }
    const std::int32_t share = roundingDivideByPot(doublingHighMul(scale, exponentialOf(difference, data)), exponent);
    output[c] = static_cast<Output>(clamp(share + kLowest, kLowest, kHighest));
  }
}

void softmaxInt16(const std::int16_t* input, std::int16_t* output, int depth, const SoftmaxData& data) {
  std::int16_t largest = std::numeric_limits<std::int16_t>::min();
  for (int c = 0; c < depth; ++c) largest = std::max(largest, input[c]);
  std::int32_t sum = 0; // Q16.15
  for (int c = 0; c < depth; ++c) {
    const std::int32_t scaled =
        multiplyByQuantizedMultiplier(std::int32_t{input[c] - largest}, data.input.multiplier, data.input.shift);
    const auto index = static_cast<std::int16_t>(clamp<std::int32_t>(scaled + 32767, -32768, 32767));
    output[c] = lookUp(index, data.expTable);
    sum += output[c];
  }
  const int headroom = countLeadingZeros(static_cast<std::uint32_t>(sum));
  const auto normalized =
      static_cast<std::int32_t>(((static_cast<std::int64_t>(sum) << (headroom - 1)) + (1 << 13)) >> 14);
  const std::int32_t centred = normalized - ((1 << 15) + (1 << 16));
  const std::int16_t inverse =
      lookUp(static_cast<std::int16_t>(clamp<std::int32_t>(centred, -32768, 32767)), data.reciprocalTable);
  const int right = 31 - headroom;
  const std::int64_t half = right > 0 ? std::int64_t{1} << (right - 1) : 0;
  for (int c = 0; c < depth; ++c) {
    const auto result = static_cast<std::int32_t>((std::int64_t{output[c]} * inverse + half) >> right);
    output[c] = static_cast<std::int16_t>(clamp<std::int32_t>(result, 0, 32767));
  }
}

Status invoke(Context& context, Node& node) {
  const EvalTensor& input = *context.evalInput(node, 0);
  EvalTensor& output = *context.evalOutput(node, 0);
  const auto& kernelData = userData<SoftmaxData>(node);
  if (input.type == runtime::kFloat32) {
    softmaxFloat(context, node);
    return Status::kOk;
  }
  const int depth = lastDimension(*input.dims);
  const int elements = elementCount(*input.dims);
  for (int row = 0; row < elements; row += depth) {
    if (input.type == runtime::kInt16)
      softmaxInt16(data<std::int16_t>(&input) + row, data<std::int16_t>(&output) + row, depth, kernelData);
    else if (output.type == runtime::kInt16)
      softmaxInt8(data<std::int8_t>(&input) + row, data<std::int16_t>(&output) + row, depth, kernelData);
    else
      softmaxInt8(data<std::int8_t>(&input) + row, data<std::int8_t>(&output) + row, depth, kernelData);
  }
  return Status::kOk;
}

} // namespace

void softmaxFloat(Context& context, const Node& node) {
  const EvalTensor& input = *context.evalInput(node, 0);
  EvalTensor& output = *context.evalOutput(node, 0);
  const auto beta = static_cast<float>(userData<SoftmaxData>(node).beta);
  const int depth = lastDimension(*input.dims);
  const int elements = elementCount(*input.dims);
  for (int row = 0; row < elements; row += depth)
    softmaxRow(data<float>(&input) + row, data<float>(&output) + row, depth, beta);
}

constinit const Registration kSoftmax = {schema::BuiltinOperator_SOFTMAX, parseParams<readSoftmax>,
                                         initData<SoftmaxData>, prepareSoftmax, invoke};

} // namespace arenascope::kernels::reference

// LOG_SOFTMAX along the last dimension: x - log(sum of e^x).
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/fixed_point.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/quantization.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/tensor_access.h"

namespace arenascope::kernels::reference {

namespace {

constexpr int kDifferenceBits = 5; // integer bits of differences to the largest input
constexpr int kSumBits = 12;
constexpr int kOutputBits = 4;

struct Data { // LogSoftmaxOpData
  QuantizedMultiplier input;
  QuantizedMultiplier reverse; // from the scale of logarithms back to the input's; its shift is at most 0
  std::int32_t smallestDifference;
  std::int32_t rows;
  std::int32_t depth;
};
constexpr std::size_t kDataBytes = bySize(28, 40); // counts are of type size_t there

Status prepareInt8(Context& context, Node& node, const Tensor& input, const Tensor& output) {
  ARENASCOPE_TRY((initData<Data, kDataBytes>(context, node)));
  auto& data = userData<Data>(node);
  if (output.scale != 16.0F / 256 || output.zeroPoint != 127)
    return context.fail(Message() << "the output must have scale 1/16 and zero point 127");
  ARENASCOPE_TRY(softmaxMultiplier(context, static_cast<double>(input.scale), 1.0, kDifferenceBits, &data.input));
  const double reverse = (1 << (31 - data.input.shift)) / static_cast<double>(data.input.multiplier);
  ARENASCOPE_TRY(quantizeFraction(context, reverse, &data.reverse));
  data.smallestDifference = -inputRadius(kDifferenceBits, data.input.shift);
  data.depth = lastDimension(*input.dims);
  data.rows = elementCount(*input.dims) / data.depth;
  return Status::kOk;
}

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 1, 1));
  const UnaryTensors tensors(context, node);
  ARENASCOPE_TRY(tensors.check(context));
  if (!sameShape(*tensors.input->dims, *tensors.output->dims) || tensors.input->dims->size < 1)
    return context.fail(Message() << "input and output must have the same shape, of at least one dimension");
  if (tensors.input->type != runtime::kInt8) return Status::kOk;
  return prepareInt8(context, node, *tensors.input, *tensors.output);
}

void rowFloat(const float* input, float* output, int depth) {
  float largest = std::numeric_limits<float>::lowest();
  for (int c = 0; c < depth; ++c) largest = std::max(largest, input[c]);
  float sum = 0.0F;
  for (int c = 0; c < depth; ++c) sum += std::exp(input[c] - largest);
  const float logarithm = std::log(sum);
  for (int c = 0; c < depth; ++c) output[c] = input[c] - largest - logarithm;
}

void rowInt8(const std::int8_t* input, std::int8_t* output, const Data& data) {
  const std::int8_t largest = *std::max_element(input, input + data.depth);
  const auto scaled = [&data](std::int32_t difference) {
    return multiplyByQuantizedMultiplier(difference, data.input.multiplier, data.input.shift);
  };
  std::int32_t sum = 0;
  for (int c = 0; c < data.depth; ++c) {
    const std::int32_t difference = input[c] - largest;
    if (difference >= data.smallestDifference)
      sum += roundingDivideByPot(expOnNegativeQ5(scaled(difference)), kSumBits);
  }
  const std::int32_t logarithm = logQ12(sum);
  const std::int32_t lowest = multiplyByQuantizedMultiplier(logarithm + std::numeric_limits<std::int32_t>::min(),
                                                            data.reverse.multiplier, data.reverse.shift);
  const std::int32_t limit = std::max<std::int32_t>(data.smallestDifference - 1, lowest);
  for (int c = 0; c < data.depth; ++c) {
    const std::int32_t difference = input[c] - largest;
    output[c] = -128;
    if (difference <= limit) continue;
    const std::int32_t result =
        roundingDivideByPot(scaled(difference) - logarithm, 31 - kDifferenceBits - kOutputBits) + 127;
    output[c] = static_cast<std::int8_t>(clamp<std::int32_t>(result, -128, 127));
  }
}

Status invoke(Context& context, Node& node) {
  const EvalTensor& input = *context.evalInput(node, 0);
  EvalTensor& output = *context.evalOutput(node, 0);
  return withType<float, std::int8_t>(context, "input", input.type, [&]<typename T>() {
    const int depth = lastDimension(*input.dims);
    const int elements = elementCount(*input.dims);
    for (int row = 0; row < elements; row += depth) {
      if constexpr (std::is_floating_point_v<T>)
        rowFloat(data<T>(&input) + row, data<T>(&output) + row, depth);
      else
        rowInt8(data<T>(&input) + row, data<T>(&output) + row, userData<Data>(node));
    }
  });
}

} // namespace

constinit const Registration kLogSoftmax = {schema::BuiltinOperator_LOG_SOFTMAX, nullptr, nullptr, prepare, invoke};

} // namespace arenascope::kernels::reference

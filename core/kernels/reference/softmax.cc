// SOFTMAX along the last dimension: e^(beta·x) over the sum of all.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/kernels/checks.h"
#include "core/kernels/fixed_point.h"
#include "core/kernels/lookup_table.h"
#include "core/kernels/params.h"
#include "core/kernels/quantization.h"
#include "core/kernels/reference/registrations.h"
#include "core/kernels/tensor_access.h"

namespace arenascope::kernels::reference {

namespace {

constexpr int kDifferenceBits = 5; // integer bits of the scaled difference to the largest value
constexpr int kSumBits = 12;       // integer bits of the sum of exponentials

struct Data { // SoftmaxParams
  double beta;
  QuantizedMultiplier input;
  std::int32_t reserved[2];
  std::int32_t smallestDifference;
  std::int32_t reservedOutput[2];
  void* reservedTable;
  std::int16_t* expTable;        // e^x over [-10, 0]
  std::int16_t* reciprocalTable; // 1 / (1 + x) over [0, 1]
  void* reservedTables[2];
};
static_assert(sizeof(Data) == bySize(56, 80));

void read(const schema::SoftmaxOptions& options, SoftmaxParams& params) { params.beta = options.beta(); }

float exponential(float value) { return std::exp(value); }
float oneOverOnePlus(float value) { return 1.0F / (1.0F + value); }

Status makeTables(Context& context, Data& data) {
  constexpr std::size_t kBytes = sizeof(std::int16_t) * kTableSize;
  data.expTable = static_cast<std::int16_t*>(context.allocatePersistent(kBytes));
  data.reciprocalTable = static_cast<std::int16_t*>(context.allocatePersistent(kBytes));
  if (data.expTable == nullptr || data.reciprocalTable == nullptr) return Status::kError;
  constexpr float kSpan = std::numeric_limits<std::int16_t>::max() - std::numeric_limits<std::int16_t>::min();
  fillTable({10.0F / kSpan, 32767, 2.0F / kSpan, 0}, exponential, data.expTable);
  fillTable({1.0F / kSpan, -32768, 2.0F / kSpan, 0}, oneOverOnePlus, data.reciprocalTable);
  return Status::kOk;
}

Status checkOutput(Context& context, const Tensor& output, std::int32_t zeroPoint, float scale, float tolerance) {
  if (output.zeroPoint == zeroPoint && std::abs(output.scale - scale) <= tolerance) return Status::kOk;
  return context.fail(Message() << "the output's zero point must be " << zeroPoint << " and its scale 1/"
                                << static_cast<int>(1.0F / scale));
}

Status prepareInt16(Context& context, const SoftmaxParams& options, const Tensor& input, const Tensor& output,
                    Data& data) {
  constexpr float kScale = 1.0F / 32768;
  if (input.zeroPoint != 0) return context.fail(Message() << "a 16-bit input must have zero point 0");
  ARENASCOPE_TRY(checkOutput(context, output, 0, kScale, 0.001F * kScale));
  const double real = static_cast<double>(input.scale) * static_cast<double>(options.beta) / (10.0 / 65535.0);
  return quantizeMultiplier(context, real, &data.input);
}

Status prepareInt8(Context& context, const SoftmaxParams& options, const Tensor& input, const Tensor& output,
                   Data& data) {
  if (output.type == runtime::kInt16)
    ARENASCOPE_TRY(checkOutput(context, output, -32768, 1.0F / 65536, 0.001F / 65536));
  else
    ARENASCOPE_TRY(checkOutput(context, output, -128, 1.0F / 256, 0.0F));
  ARENASCOPE_TRY(softmaxMultiplier(context, static_cast<double>(input.scale), static_cast<double>(options.beta),
                                   kDifferenceBits, &data.input));
  data.smallestDifference = -inputRadius(kDifferenceBits, data.input.shift);
  return Status::kOk;
}

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkCounts(context, node, 1, 1));
  const TempTensor input = context.input(node, 0);
  if (!input) return missing(context, "input");
  if (input->dims->size < 1) return context.fail(Message() << "the input needs at least one dimension");
  const TempTensor output = context.output(node, 0);
  if (!output) return missing(context, "output");
  if (!sameShape(*input->dims, *output->dims)) return context.fail(Message() << "input and output differ in shape");
  const auto& options = params<SoftmaxParams>(node);
  auto& data = userData<Data>(node);
  if (input->type == runtime::kInt16) ARENASCOPE_TRY(makeTables(context, data));
  if (!(input->type == runtime::kInt8 && output->type == runtime::kInt16))
    ARENASCOPE_TRY(checkSameType(context, *input, *output));
  switch (input->type) {
  case runtime::kInt16: return prepareInt16(context, options, *input, *output, data);
  case runtime::kInt8: return prepareInt8(context, options, *input, *output, data);
  case runtime::kFloat32: data.beta = static_cast<double>(options.beta); return Status::kOk;
  default: return unsupportedType(context, "input", input->type);
  }
}

void softmaxFloat(const float* input, float* output, int depth, float beta) {
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

std::int32_t exponentialOf(std::int32_t difference, const Data& data) {
  const auto shifted = static_cast<std::int32_t>(static_cast<std::uint32_t>(difference) << data.input.shift);
  return expOnNegativeQ5(doublingHighMul(shifted, data.input.multiplier));
}

template <typename Output>
void softmaxInt8(const std::int8_t* input, Output* output, int depth, const Data& data) {
  constexpr std::int32_t kLowest = std::numeric_limits<Output>::min();
  constexpr std::int32_t kHighest = std::numeric_limits<Output>::max();
  std::int8_t largest = std::numeric_limits<std::int8_t>::min();
  for (int c = 0; c < depth; ++c) largest = std::max(largest, input[c]);
  std::int32_t sum = 0;
  for (int c = 0; c < depth; ++c) {
    const std::int32_t difference = input[c] - largest;
    if (difference >= data.smallestDifference) sum += roundingDivideByPot(exponentialOf(difference, data), kSumBits);
  }
  int bitsOverUnit = 0;
  const std::int32_t scale = reciprocal(sum, kSumBits, &bitsOverUnit);
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

void softmaxInt16(const std::int16_t* input, std::int16_t* output, int depth, const Data& data) {
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
  const auto& kernelData = userData<Data>(node);
  const int depth = lastDimension(*input.dims);
  const int elements = elementCount(*input.dims);
  for (int row = 0; row < elements; row += depth) {
    if (input.type == runtime::kFloat32)
      softmaxFloat(data<float>(&input) + row, data<float>(&output) + row, depth, static_cast<float>(kernelData.beta));
    else if (input.type == runtime::kInt16)
      softmaxInt16(data<std::int16_t>(&input) + row, data<std::int16_t>(&output) + row, depth, kernelData);
    else if (output.type == runtime::kInt16)
      softmaxInt8(data<std::int8_t>(&input) + row, data<std::int16_t>(&output) + row, depth, kernelData);
    else
      softmaxInt8(data<std::int8_t>(&input) + row, data<std::int8_t>(&output) + row, depth, kernelData);
  }
  return Status::kOk;
}

} // namespace

constinit const Registration kSoftmax = {schema::BuiltinOperator_SOFTMAX, parseParams<read>, initData<Data>, prepare,
                                         invoke};

} // namespace arenascope::kernels::reference

// LOGISTIC: 1 / (1 + e^-x).
#include <cmath>

#include "core/kernels/checks.h"
#include "core/kernels/fixed_point.h"
#include "core/kernels/params.h"
#include "core/kernels/quantization.h"
#include "core/kernels/reference/registrations.h"
#include "core/kernels/sigmoid.h"
#include "core/kernels/tensor_access.h"

namespace arenascope::kernels::reference {

namespace {

constexpr int kInt8InputBits = 4; // integer bits of the fixed-point input
constexpr int kInt16InputBits = 3;

struct Data { // OpDataLogistic
  std::int32_t inputZeroPoint;
  std::int32_t inputRadius; // inputs further from the zero point are taken as infinite
  std::int32_t inputMultiplier;
  int inputShift;
};
static_assert(sizeof(Data) == bySize(16, 16));

Status prepareInt8(Context& context, const Tensor& input, const Tensor& output, Data& data) {
  if (output.zeroPoint != -128) return context.fail(Message() << "the output's zero point must be -128");
  const double real = static_cast<double>(input.scale) * static_cast<double>(1 << (31 - kInt8InputBits));
  const double fraction = std::frexp(real, &data.inputShift);
  if (data.inputShift < -31 || data.inputShift > 30)
    return context.fail(Message() << "the input's scale is out of the range that logistic can rescale");
  data.inputZeroPoint = input.zeroPoint;
  data.inputMultiplier = static_cast<std::int32_t>(std::round(fraction * static_cast<double>(1LL << 31)));
  data.inputRadius = data.inputShift < 0 ? 0x7FFFFFFF : inputRadius(kInt8InputBits, data.inputShift);
  return Status::kOk;
}

Status prepareInt16(Context& context, const Tensor& input, const Tensor& output, Data& data) {
  if (input.zeroPoint != 0 || output.zeroPoint != 0)
    return context.fail(Message() << "16-bit tensors must have zero point 0");
  int inputLog2 = 0;
  const bool powerOfTwo = nearestLog2(input.scale, &inputLog2);
  data.inputShift = 15 - kInt16InputBits + inputLog2;
  if (powerOfTwo && data.inputShift == 0) {
    data.inputMultiplier = 3;
  } else {
    const SigmoidInput scaling = sigmoidInput(input.scale);
    data.inputMultiplier = scaling.multiplier;
    data.inputShift = scaling.shift;
  }
  int outputLog2 = 0;
  if (nearestLog2(output.scale, &outputLog2) && outputLog2 == -15) return Status::kOk;
  return context.fail(Message() << "a 16-bit output must have scale 1/32768");
}

Status prepare(Context& context, Node& node) {
  const TempTensor input = context.input(node, 0);
  if (!input) return missing(context, "input");
  const TempTensor output = context.output(node, 0);
  if (!output) return missing(context, "output");
  ARENASCOPE_TRY(checkSameType(context, *input, *output));
  ARENASCOPE_TRY(checkSameSize(context, *input, *output));
  auto& data = userData<Data>(node);
  if (input->type == runtime::kInt8) return prepareInt8(context, *input, *output, data);
  if (input->type == runtime::kInt16) return prepareInt16(context, *input, *output, data);
  return Status::kOk;
}

std::int8_t logisticInt8(std::int8_t stored, const Data& data) {
  const std::int32_t input = stored - data.inputZeroPoint;
  if (input <= -data.inputRadius) return -128;
  if (input >= data.inputRadius) return 127;
  const std::int32_t scaled = multiplyByQuantizedMultiplier(input, data.inputMultiplier, data.inputShift);
  return static_cast<std::int8_t>(clamp<std::int32_t>(roundingDivideByPot(logisticQ4(scaled), 23) - 128, -128, 127));
}

Status invoke(Context& context, Node& node) {
  const EvalTensor& input = *context.evalInput(node, 0);
  EvalTensor& output = *context.evalOutput(node, 0);
  const auto& kernelData = userData<Data>(node);
  const int elements = elementCount(*input.dims);
  switch (input.type) {
  case runtime::kFloat32:
    for (int i = 0; i < elements; ++i) data<float>(&output)[i] = logisticFloat(data<float>(&input)[i]);
    return Status::kOk;
  case runtime::kInt8:
    for (int i = 0; i < elements; ++i)
      data<std::int8_t>(&output)[i] = logisticInt8(data<std::int8_t>(&input)[i], kernelData);
    return Status::kOk;
  case runtime::kInt16:
    for (int i = 0; i < elements; ++i)
      data<std::int16_t>(&output)[i] =
          logisticInt16(data<std::int16_t>(&input)[i], {kernelData.inputMultiplier, kernelData.inputShift});
    return Status::kOk;
  default: return unsupportedType(context, "input", input.type);
  }
}

} // namespace

constinit const Registration kLogistic = {schema::BuiltinOperator_LOGISTIC, nullptr, initData<Data>, prepare, invoke};

} // namespace arenascope::kernels::reference

// TANH.
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

struct Data { // the OpData of this kernel
  std::int32_t inputZeroPoint;
  std::int32_t inputRadius; // inputs further from the zero point are taken as infinite
  std::int32_t inputMultiplier;
  int inputShift;
};
static_assert(sizeof(Data) == bySize(16, 16));

Status prepareInt8(Context& context, const Tensor& input, Data& data) {
  const double real = static_cast<double>(input.scale) * static_cast<double>(1 << (31 - kInt8InputBits));
  const double fraction = std::frexp(real, &data.inputShift);
  if (data.inputShift < -31 || data.inputShift > 30)
    return context.fail(Message() << "the input's scale is out of the range that tanh can rescale");
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
  if (powerOfTwo && (data.inputShift == 0 || data.inputShift == 1)) {
    data.inputMultiplier = 3 << data.inputShift;
    data.inputShift = 0;
  } else {
    const SigmoidInput scaling = sigmoidInput(input.scale);
    data.inputMultiplier = scaling.multiplier;
    data.inputShift = scaling.shift;
  }
  int outputLog2 = 0;
  if (nearestLog2(output.scale, &outputLog2) && outputLog2 == -15) return Status::kOk;
  return context.fail(Message() << "a 16-bit output must have scale 1/32768");
}

// The real kernel holds the input a second time while it computes the rest.
Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 1, 1));
  const TempTensor first = context.input(node, 0);
  if (!first) return missing(context, "input");
  auto& data = userData<Data>(node);
  data.inputZeroPoint = first->zeroPoint;
  const UnaryTensors tensors(context, node);
  ARENASCOPE_TRY(tensors.check(context));
  switch (tensors.input->type) {
  case runtime::kInt8: return prepareInt8(context, *tensors.input, data);
  case runtime::kInt16: return prepareInt16(context, *tensors.input, *tensors.output, data);
  default: return Status::kOk;
  }
}

std::int8_t tanhInt8(std::int8_t stored, const Data& data) {
  const std::int32_t input = stored - data.inputZeroPoint;
  if (input <= -data.inputRadius) return -128;
  if (input >= data.inputRadius) return 127;
  const std::int32_t scaled = multiplyByQuantizedMultiplier(input, data.inputMultiplier, data.inputShift);
  return static_cast<std::int8_t>(clamp<std::int32_t>(roundingDivideByPot(tanhQ4(scaled), 24), -128, 127));
}

Status invoke(Context& context, Node& node) {
  const EvalTensor& input = *context.evalInput(node, 0);
  EvalTensor& output = *context.evalOutput(node, 0);
  const auto& kernelData = userData<Data>(node);
  const int elements = elementCount(*input.dims);
  return withType<float, std::int8_t, std::int16_t>(context, "input", input.type, [&]<typename T>() {
    const T* values = data<T>(&input);
    T* results = data<T>(&output);
    for (int i = 0; i < elements; ++i) {
      if constexpr (std::is_floating_point_v<T>)
        results[i] = std::tanh(values[i]);
      else if constexpr (sizeof(T) == 1)
        results[i] = tanhInt8(values[i], kernelData);
      else
        results[i] = tanhInt16(values[i], {kernelData.inputMultiplier, kernelData.inputShift});
    }
  });
}

} // namespace

constinit const Registration kTanh = {schema::BuiltinOperator_TANH, nullptr, initData<Data>, prepare, invoke};

} // namespace arenascope::kernels::reference

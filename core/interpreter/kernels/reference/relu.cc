// RELU and RELU6.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/interpreter/kernels/elementwise.h"
#include "core/interpreter/kernels/fixed_point.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/quantization.h"
#include "core/interpreter/kernels/reference/registrations.h"

namespace arenascope::kernels::reference {

namespace {

struct ReluData { // ReluOpData
  std::int32_t inputZeroPoint;
  std::int32_t outputZeroPoint;
  QuantizedMultiplier rescale;
  IntRange range;
  std::int32_t reserved;
};
static_assert(sizeof(ReluData) == bySize(28, 28));

struct Relu6Data { // Relu6OpData
  std::int32_t zero;
  std::int32_t six;
};
static_assert(sizeof(Relu6Data) == bySize(8, 8));

IntRange storedRange(runtime::Type type) {
  return type == runtime::kInt8 ? IntRange{-128, 127} : IntRange{-32768, 32767};
}

bool supportedType(runtime::Type type) {
  return type == runtime::kFloat32 || type == runtime::kInt8 || type == runtime::kInt16;
}

Status prepareRelu(Context& context, Node& node) {
  const TempTensor input = context.input(node, 0);
  if (!input) return missing(context, "input");
  const TempTensor output = context.output(node, 0);
  if (!output) return missing(context, "output");
  ARENASCOPE_TRY(checkSameType(context, *input, *output));
  ARENASCOPE_TRY(checkSameSize(context, *input, *output));
  if (input->type == runtime::kInt16 && (input->zeroPoint != 0 || output->zeroPoint != 0))
    return context.fail(Message() << "16-bit tensors must have zero point 0");
  if (input->type != runtime::kInt8 && input->type != runtime::kInt16) return Status::kOk;
  auto& data = userData<ReluData>(node);
  ARENASCOPE_TRY(quantizeMultiplier(context, static_cast<double>(input->scale / output->scale), &data.rescale));
  data.inputZeroPoint = input->zeroPoint;
  data.outputZeroPoint = output->zeroPoint;
  data.range = storedRange(input->type);
  data.range.min = std::max(data.range.min, output->zeroPoint);
  return Status::kOk;
}

Status invokeRelu(Context& context, Node& node) {
  const auto& kernelData = userData<ReluData>(node);
  return mapElements<float, std::int8_t, std::int16_t>(context, node, [&kernelData]<typename T>(T value) {
    if constexpr (std::is_floating_point_v<T>) {
      return value < 0.0F ? 0.0F : value;
    } else {
      const std::int32_t scaled = multiplyByQuantizedMultiplier(
          std::int32_t{value - kernelData.inputZeroPoint}, kernelData.rescale.multiplier, kernelData.rescale.shift);
      return static_cast<T>(clamp(scaled + kernelData.outputZeroPoint, kernelData.range.min, kernelData.range.max));
    }
  });
}

// Ignores the output tensor, as the real kernel does: this is visible in its temporary memory.
Status prepareRelu6(Context& context, Node& node) {
  const TempTensor input = context.input(node, 0);
  if (!input) return missing(context, "input");
  if (!supportedType(input->type)) return Status::kOk; // refused in Invoke, as in the real kernel
  const EvalTensor& output = *context.evalOutput(node, 0);
  if (elementCount(*input->dims) != elementCount(*output.dims) || output.type != input->type)
    return context.fail(Message() << "input and output differ in size or type");
  if (input->type == runtime::kFloat32) return Status::kOk;
  auto& data = userData<Relu6Data>(node);
  const IntRange range = storedRange(input->type);
  const auto six = static_cast<std::int32_t>(std::round(6.0F / input->scale));
  data.zero = input->zeroPoint;
  data.six = clamp(six + input->zeroPoint, range.min, range.max);
  return Status::kOk;
}

Status invokeRelu6(Context& context, Node& node) {
  const auto& kernelData = userData<Relu6Data>(node);
  return mapElements<float, std::int8_t, std::int16_t>(context, node, [&kernelData]<typename T>(T value) {
    if constexpr (std::is_floating_point_v<T>)
      return value > 6.0F ? 6.0F : value < 0.0F ? 0.0F : value;
    else
      return static_cast<T>(clamp<std::int32_t>(value, kernelData.zero, kernelData.six));
  });
}

} // namespace

constinit const Registration kRelu = {schema::BuiltinOperator_RELU, nullptr, initData<ReluData>, prepareRelu,
                                      invokeRelu};
constinit const Registration kRelu6 = {schema::BuiltinOperator_RELU6, nullptr, initData<Relu6Data>, prepareRelu6,
                                       invokeRelu6};

} // namespace arenascope::kernels::reference

// QUANTIZE: converts floats to stored numbers, or stored numbers to another scale and zero point.
#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/fixed_point.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/quantization.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/tensor_access.h"

namespace arenascope::kernels::reference {

namespace {

struct Data { // OpDataQuantizeReference
  double outputScale;
  std::int32_t outputZeroPoint;
  std::int32_t inputZeroPoint;
  QuantizedMultiplier rescale;
  std::int32_t reserved[2];
};
static_assert(sizeof(Data) == bySize(32, 32));

// Supported conversions from input to output types.
bool supported(runtime::Type input, runtime::Type output) {
  switch (input) {
  case runtime::kFloat32:
  case runtime::kInt32: return output == runtime::kInt8 || output == runtime::kInt16;
  case runtime::kInt16: return output == runtime::kInt8 || output == runtime::kInt16 || output == runtime::kInt32;
  case runtime::kInt8:
    return output == runtime::kInt8 || output == runtime::kUInt8 || output == runtime::kInt16 ||
           output == runtime::kInt32;
  case runtime::kUInt8: return output == runtime::kInt8;
  default: return false;
  }
}

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkCounts(context, node, 1, 1));
  const TempTensor input = context.input(node, 0);
  if (!input) return missing(context, "input");
  const TempTensor output = context.output(node, 0);
  if (!output) return missing(context, "output");
  if (output->quantization == nullptr || output->quantization->scale->size != 1)
    return context.fail(Message() << "the output needs one scale and zero point");
  const auto accepted = [](runtime::Type type, bool isInput) {
    return (isInput && type == runtime::kFloat32) || type == runtime::kInt32 || type == runtime::kInt16 ||
           type == runtime::kInt8 || type == runtime::kUInt8;
  };
  if (!accepted(input->type, true)) return unsupportedType(context, "input", input->type);
  if (!accepted(output->type, false)) return unsupportedType(context, "output", output->type);
  ARENASCOPE_TRY(checkSameSize(context, *input, *output));
  auto& data = userData<Data>(node);
  const double ratio = static_cast<double>(input->scale) / static_cast<double>(output->scale);
  if (input->type != runtime::kFloat32) ARENASCOPE_TRY(quantizeMultiplier(context, ratio, &data.rescale));
  data.outputScale = static_cast<double>(output->scale);
  data.outputZeroPoint = output->zeroPoint;
  data.inputZeroPoint = input->zeroPoint;
  return Status::kOk;
}

template <typename Output>
void quantizeFloat(const float* input, Output* output, int elements, const Data& data) {
  constexpr std::int32_t kLowest = std::numeric_limits<Output>::min();
  constexpr std::int32_t kHighest = std::numeric_limits<Output>::max();
  const auto scale = static_cast<float>(data.outputScale);
  for (int i = 0; i < elements; ++i) {
    const std::int32_t steps = static_cast<std::int32_t>(std::round(input[i] / scale)) + data.outputZeroPoint;
    output[i] = static_cast<Output>(clamp(steps, kLowest, kHighest));
  }
}

template <typename Input, typename Output>
void requantize(const Input* input, Output* output, int elements, const Data& data) {
  constexpr std::int32_t kLowest = std::numeric_limits<Output>::min();
  constexpr std::int32_t kHighest = std::numeric_limits<Output>::max();
  for (int i = 0; i < elements; ++i) {
    const std::int32_t value = multiplyByQuantizedMultiplier(std::int32_t{input[i] - data.inputZeroPoint},
                                                             data.rescale.multiplier, data.rescale.shift);
    output[i] = static_cast<Output>(clamp(value + data.outputZeroPoint, kLowest, kHighest));
  }
}

template <typename Input>
void convert(const EvalTensor& inputTensor, EvalTensor& outputTensor, const Data& kernelData) {
  const auto* input = data<Input>(&inputTensor);
  const int elements = elementCount(*inputTensor.dims);
  const auto into = [&](auto* output) {
    if constexpr (std::is_same_v<Input, float>)
      quantizeFloat(input, output, elements, kernelData);
    else
      requantize(input, output, elements, kernelData);
  };
  switch (outputTensor.type) {
  case runtime::kInt8: into(data<std::int8_t>(&outputTensor)); break;
  case runtime::kUInt8: into(data<std::uint8_t>(&outputTensor)); break;
  case runtime::kInt16: into(data<std::int16_t>(&outputTensor)); break;
  default: into(data<std::int32_t>(&outputTensor)); break;
  }
}

Status invoke(Context& context, Node& node) {
  const EvalTensor& input = *context.evalInput(node, 0);
  EvalTensor& output = *context.evalOutput(node, 0);
  const auto& kernelData = userData<Data>(node);
  if (!supported(input.type, output.type))
    return context.fail(Message() << "quantizing " << runtime::typeName(input.type) << " to "
                                  << runtime::typeName(output.type) << " is not supported");
  switch (input.type) {
  case runtime::kFloat32: convert<float>(input, output, kernelData); break;
  case runtime::kInt32: convert<std::int32_t>(input, output, kernelData); break;
  case runtime::kInt16: convert<std::int16_t>(input, output, kernelData); break;
  case runtime::kUInt8: convert<std::uint8_t>(input, output, kernelData); break;
  default: convert<std::int8_t>(input, output, kernelData); break;
  }
  return Status::kOk;
}

} // namespace

constinit const Registration kQuantize = {schema::BuiltinOperator_QUANTIZE, nullptr, initData<Data>, prepare, invoke};

} // namespace arenascope::kernels::reference

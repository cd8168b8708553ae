// ABS and RSQRT: element-wise, rescaled if tensors are quantized.
#include <cmath>
#include <cstdlib>
#include <limits>

#include "core/interpreter/kernels/elementwise.h"
#include "core/interpreter/kernels/fixed_point.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/quantization.h"
#include "core/interpreter/kernels/reference/registrations.h"

namespace arenascope::kernels::reference {

namespace {

struct Data { // OpDataAbsRsqrt
  QuantizedMultiplier rescale;
  std::int32_t inputZeroPoint;
  std::int32_t outputZeroPoint;
  bool needsRescale;
  bool quantized;
  std::int32_t reserved[2];
};
static_assert(sizeof(Data) == bySize(28, 28));

Status prepareScales(Context& context, const UnaryTensors& tensors, double ratio, Data& data) {
  if (tensors.input->quantization == nullptr || tensors.output->quantization == nullptr)
    return context.fail(Message() << "quantized tensors need scale and zero point");
  data.quantized = true;
  data.inputZeroPoint = tensors.input->zeroPoint;
  data.outputZeroPoint = tensors.output->zeroPoint;
  data.needsRescale = tensors.input->scale != tensors.output->scale;
  if (tensors.input->type == runtime::kInt16 && (data.inputZeroPoint != 0 || data.outputZeroPoint != 0))
    return context.fail(Message() << "16-bit tensors must have zero point 0");
  return quantizeMultiplier(context, ratio, &data.rescale);
}

// 8-bit tensors are quantized, 16-bit ones may be.
bool hasScales(const Tensor& input) {
  return input.type == runtime::kInt8 || (input.type == runtime::kInt16 && input.quantization != nullptr);
}

Status prepareAbs(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 1, 1));
  const UnaryTensors tensors(context, node);
  ARENASCOPE_TRY(tensors.check(context));
  if (!hasScales(*tensors.input)) return Status::kOk;
  const float ratio = tensors.input->scale / tensors.output->scale;
  return prepareScales(context, tensors, static_cast<double>(ratio), userData<Data>(node));
}

Status prepareRsqrt(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 1, 1));
  const UnaryTensors tensors(context, node);
  ARENASCOPE_TRY(tensors.check(context));
  if (!hasScales(*tensors.input)) return Status::kOk;
  const float product = std::sqrt(tensors.input->scale) * tensors.output->scale;
  return prepareScales(context, tensors, 1.0 / static_cast<double>(product), userData<Data>(node));
}

template <typename T>
T saturated(std::int32_t value) {
  return static_cast<T>(clamp<std::int32_t>(value, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
}

template <typename T>
T absoluteQuantized(T stored, const Data& data) {
  const std::int32_t value = std::abs(stored - data.inputZeroPoint);
  const std::int32_t scaled =
      data.needsRescale ? multiplyByQuantizedMultiplier(value, data.rescale.multiplier, data.rescale.shift) : value;
  return saturated<T>(scaled + data.outputZeroPoint);
}

Status invokeAbs(Context& context, Node& node) {
  const auto& kernelData = userData<Data>(node);
  return mapElements<float, std::int8_t, std::int16_t>(context, node, [&kernelData]<typename T>(T value) {
    if constexpr (std::is_floating_point_v<T>)
      return std::abs(value);
    else
      return kernelData.quantized ? absoluteQuantized(value, kernelData)
                                  : static_cast<T>(std::abs(std::int32_t{value}));
  });
}

// 1/sqrt with 20 more fraction bits for integers.
template <typename T>
T inverseRootQuantized(std::int32_t value, const Data& data) {
  constexpr int kFractionBits = 20;
  if (value == 0) return std::numeric_limits<T>::max();
  int shift = 0;
  const std::int32_t multiplier = inverseSquareRoot(value, &shift);
  const std::int32_t root = multiplyByQuantizedMultiplier(std::int32_t{1}, multiplier, shift + kFractionBits);
  const std::int32_t scaled =
      multiplyByQuantizedMultiplier(root, data.rescale.multiplier, data.rescale.shift - kFractionBits);
  return saturated<T>(scaled + data.outputZeroPoint);
}

template <typename T>
Status inverseRoot(Context& context, const Node& node, const EvalTensor& input, EvalTensor& output) {
  const auto& kernelData = userData<Data>(node);
  const int elements = elementCount(*input.dims);
  for (int i = 0; i < elements; ++i) {
    const T stored = data<T>(&input)[i];
    if constexpr (std::is_floating_point_v<T>) {
      data<T>(&output)[i] = 1.0F / std::sqrt(stored);
    } else {
      if (stored < kernelData.inputZeroPoint)
        return context.fail(Message() << "element " << i << " is negative: it has no square root");
      data<T>(&output)[i] = inverseRootQuantized<T>(stored - kernelData.inputZeroPoint, kernelData);
    }
  }
  return Status::kOk;
}

Status invokeRsqrt(Context& context, Node& node) {
  const EvalTensor& input = *context.evalInput(node, 0);
  EvalTensor& output = *context.evalOutput(node, 0);
  return withType<float, std::int8_t, std::int16_t>(
      context, "input", input.type, [&]<typename T>() { return inverseRoot<T>(context, node, input, output); });
}

} // namespace

constinit const Registration kAbs = {schema::BuiltinOperator_ABS, nullptr, initData<Data>, prepareAbs, invokeAbs};
constinit const Registration kRsqrt = {schema::BuiltinOperator_RSQRT, nullptr, initData<Data>, prepareRsqrt,
                                       invokeRsqrt};

} // namespace arenascope::kernels::reference

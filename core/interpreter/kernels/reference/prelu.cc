// PRELU: x if positive, otherwise alpha · x, with an alpha per element or for some dimensions.
#include <limits>

#include "core/interpreter/kernels/broadcast.h"
#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/fixed_point.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/quantization.h"
#include "core/interpreter/kernels/reference/registrations.h"

namespace arenascope::kernels::reference {

namespace {

struct Data { // PreluParams
  std::int32_t inputOffset;
  std::int32_t alphaOffset;
  std::int32_t outputOffset;
  QuantizedMultiplier identity;
  QuantizedMultiplier slope;
};
static_assert(sizeof(Data) == bySize(28, 28));

Status checkAlpha(Context& context, const Tensor& input, const Tensor& alpha) {
  const runtime::Type wanted = input.type == runtime::kInt16 ? runtime::kInt8 : input.type;
  return alpha.type == wanted ? Status::kOk : unsupportedType(context, "alpha", alpha.type);
}

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkBroadcast(context, node));
  const BinaryTensors tensors(context, node);
  ARENASCOPE_TRY(tensors.check(context));
  ARENASCOPE_TRY(checkSameType(context, *tensors.input1, *tensors.output));
  ARENASCOPE_TRY(checkAlpha(context, *tensors.input1, *tensors.input2));
  if (tensors.output->type != runtime::kInt8 && tensors.output->type != runtime::kInt16) return Status::kOk;
  auto& data = userData<Data>(node);
  const auto scale = [](const TempTensor& tensor) { return static_cast<double>(tensor->scale); };
  ARENASCOPE_TRY(quantizeMultiplier(context, scale(tensors.input1) / scale(tensors.output), &data.identity));
  ARENASCOPE_TRY(
      quantizeMultiplier(context, scale(tensors.input1) * scale(tensors.input2) / scale(tensors.output), &data.slope));
  data.inputOffset = -tensors.input1->zeroPoint;
  data.alphaOffset = -tensors.input2->zeroPoint;
  data.outputOffset = tensors.output->zeroPoint;
  return Status::kOk;
}

template <typename T>
T preluQuantized(T input, std::int8_t alpha, const Data& data) {
  const std::int32_t value = data.inputOffset + input;
  const std::int32_t scaled =
      value >= 0
          ? multiplyByQuantizedMultiplier(value, data.identity.multiplier, data.identity.shift)
          : multiplyByQuantizedMultiplier(value * (data.alphaOffset + alpha), data.slope.multiplier, data.slope.shift);
  return static_cast<T>(
      clamp<std::int32_t>(scaled + data.outputOffset, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
}

Status invoke(Context& context, Node& node) {
  const auto& kernelData = userData<Data>(node);
  return withType<float, std::int8_t, std::int16_t>(
      context, "input", context.evalInput(node, 0)->type, [&]<typename T>() {
        if constexpr (std::is_floating_point_v<T>)
          combineAll<T>(context, node, [](T x, T alpha) { return x >= 0.0F ? x : x * alpha; });
        else
          combineAll<T, std::int8_t, T>(
              context, node, [&kernelData](T x, std::int8_t alpha) { return preluQuantized(x, alpha, kernelData); });
      });
}

} // namespace

constinit const Registration kPrelu = {schema::BuiltinOperator_PRELU, nullptr, initData<Data>, prepare, invoke};

} // namespace arenascope::kernels::reference

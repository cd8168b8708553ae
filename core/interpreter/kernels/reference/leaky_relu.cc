// LEAKY_RELU: x if positive, otherwise alpha · x.
#include <limits>

#include "core/interpreter/kernels/elementwise.h"
#include "core/interpreter/kernels/fixed_point.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/quantization.h"
#include "core/interpreter/kernels/reference/registrations.h"

namespace arenascope::kernels::reference {

namespace {

struct Data { // LeakyReluOpData
  QuantizedMultiplier alpha;
  QuantizedMultiplier identity;
  std::int32_t inputZeroPoint;
  std::int32_t outputZeroPoint;
};
static_assert(sizeof(Data) == bySize(24, 24));

struct Params { // TfLiteLeakyReluParams
  float alpha;
};
static_assert(sizeof(Params) == bySize(4, 4));

void read(const schema::LeakyReluOptions& options, Params& params) { params.alpha = options.alpha(); }

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 1, 1));
  const UnaryTensors tensors(context, node);
  ARENASCOPE_TRY(tensors.check(context));
  if (tensors.output->type != runtime::kInt8 && tensors.output->type != runtime::kInt16) return Status::kOk;
  auto& data = userData<Data>(node);
  data.inputZeroPoint = tensors.input->zeroPoint;
  data.outputZeroPoint = tensors.output->zeroPoint;
  const float input = tensors.input->scale;
  const float output = tensors.output->scale;
  // A negative alpha gives a negative multiplier of the same size.
  const auto slope = static_cast<double>(input * params<Params>(node).alpha / output);
  ARENASCOPE_TRY(quantizeMultiplier(context, slope < 0 ? -slope : slope, &data.alpha));
  if (slope < 0) data.alpha.multiplier = -data.alpha.multiplier;
  return quantizeMultiplier(context, static_cast<double>(input / output), &data.identity);
}

template <typename T>
T leak(T stored, const Data& data) {
  const std::int32_t value = stored - data.inputZeroPoint;
  std::int32_t result = data.outputZeroPoint;
  if (value >= 0) {
    result += multiplyByQuantizedMultiplier(value, data.identity.multiplier, data.identity.shift);
  } else {
    const bool negative = data.alpha.multiplier < 0;
    const std::int32_t multiplier = negative ? -data.alpha.multiplier : data.alpha.multiplier;
    const std::int32_t scaled = multiplyByQuantizedMultiplier(value, multiplier, data.alpha.shift);
    result += negative ? -scaled : scaled;
  }
  return static_cast<T>(clamp<std::int32_t>(result, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
}

Status invoke(Context& context, Node& node) {
  const auto& kernelData = userData<Data>(node);
  const float alpha = params<Params>(node).alpha;
  return mapElements<float, std::int8_t, std::int16_t>(context, node, [&kernelData, alpha]<typename T>(T value) {
    if constexpr (std::is_floating_point_v<T>)
      return value > 0 ? value : value * alpha;
    else
      return leak(value, kernelData);
  });
}

} // namespace

constinit const Registration kLeakyRelu = {schema::BuiltinOperator_LEAKY_RELU, parseParams<read>, initData<Data>,
                                           prepare, invoke};

} // namespace arenascope::kernels::reference

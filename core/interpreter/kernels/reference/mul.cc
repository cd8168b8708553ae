// MUL with broadcasting and a fused activation.
#include "core/interpreter/kernels/mul.h"
#include "core/interpreter/kernels/broadcast.h"
#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/fixed_point.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/quantization.h"
#include "core/interpreter/kernels/reference/registrations.h"

namespace arenascope::kernels::reference {

namespace {

struct Params { // TfLiteMulParams
  runtime::Activation activation;
};
static_assert(sizeof(Params) == bySize(1, 4, 4));

void read(const schema::MulOptions& options, Params& params) {
  params.activation = activationKind(options.fused_activation_function());
}

Status prepareQuantized(Context& context, const BinaryTensors& tensors, runtime::Activation activation, MulData& data) {
  ARENASCOPE_TRY(activationRange(context, activation, *tensors.output, &data.activation));
  const double ratio = static_cast<double>(tensors.input1->scale) * static_cast<double>(tensors.input2->scale) /
                       static_cast<double>(tensors.output->scale);
  ARENASCOPE_TRY(quantizeMultiplier(context, ratio, &data.output));
  data.zeroPoint1 = tensors.input1->zeroPoint;
  data.zeroPoint2 = tensors.input2->zeroPoint;
  data.outputZeroPoint = tensors.output->zeroPoint;
  const bool zero = data.zeroPoint1 == 0 && data.zeroPoint2 == 0 && data.outputZeroPoint == 0;
  if (tensors.input1->type != runtime::kInt16 || zero) return Status::kOk;
  return context.fail(Message() << "16-bit tensors must have zero point 0");
}

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkBroadcast(context, node));
  const BinaryTensors tensors(context, node);
  ARENASCOPE_TRY(tensors.check(context));
  ARENASCOPE_TRY(checkSameType(context, *tensors.input1, *tensors.input2));
  ARENASCOPE_TRY(checkSameType(context, *tensors.input1, *tensors.output));
  const runtime::Activation activation = params<Params>(node).activation;
  auto& data = userData<MulData>(node);
  switch (tensors.output->type) {
  case runtime::kInt8:
  case runtime::kInt16: return prepareQuantized(context, tensors, activation, data);
  case runtime::kInt32: data.activation = unscaledRange(activation); return Status::kOk;
  default: data.activationFloat = activationRange(activation); return Status::kOk;
  }
}

template <typename T>
void multiply(Context& context, const Node& node) {
  const auto& data = userData<MulData>(node);
  if constexpr (std::is_floating_point_v<T>) {
    const FloatRange range = data.activationFloat;
    combineAll<T>(context, node, [range](T a, T b) { return clamp(a * b, range.min, range.max); });
  } else if constexpr (sizeof(T) == 4) {
    const IntRange range = data.activation;
    combineAll<T>(context, node, [range](T a, T b) { return clamp(a * b, range.min, range.max); });
  } else {
    combineAll<T>(context, node, [&data](T a, T b) {
      const std::int32_t product = (a - data.zeroPoint1) * (b - data.zeroPoint2);
      const std::int32_t result =
          multiplyByQuantizedMultiplier(product, data.output.multiplier, data.output.shift) + data.outputZeroPoint;
      return static_cast<T>(clamp(result, data.activation.min, data.activation.max));
    });
  }
}

Status invoke(Context& context, Node& node) {
  return withType<float, std::int8_t, std::int16_t, std::int32_t>(context, "input", context.evalInput(node, 0)->type,
                                                                  [&]<typename T>() { multiply<T>(context, node); });
}

} // namespace

constinit const Registration kMul = {schema::BuiltinOperator_MUL, parseParams<read>, initData<MulData>, prepare,
                                     invoke};

} // namespace arenascope::kernels::reference

// ADD with broadcasting and a fused activation.
#include <algorithm>

#include "core/interpreter/kernels/broadcast.h"
#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/quantization.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/scaled_pair.h"

namespace arenascope::kernels::reference {

namespace {

void read(const schema::AddOptions& options, AddParams& params) {
  params.activation = activationKind(options.fused_activation_function());
  params.potScaleInt16 = options.pot_scale_int16();
}

// Both inputs are scaled to twice the larger input scale, then the sum to the output's.
Status prepareQuantized(Context& context, const AddParams& options, const BinaryTensors& tensors, ScaledPair& pair) {
  const int leftShift = tensors.output->type == runtime::kInt16 ? 15 : 20;
  const auto scale = [](const TempTensor& tensor) { return static_cast<double>(tensor->scale); };
  const double twiceLargest = 2 * std::max(scale(tensors.input1), scale(tensors.input2));
  const PairRatios ratios{scale(tensors.input1) / twiceLargest, scale(tensors.input2) / twiceLargest,
                          twiceLargest / ((1 << leftShift) * scale(tensors.output))};
  ARENASCOPE_TRY(prepareInputs(context, ratios, leftShift, *tensors.input1, *tensors.input2, *tensors.output, pair));
  ARENASCOPE_TRY(quantizeFraction(context, ratios.output, &pair.output));
  return activationRange(context, options.activation, *tensors.output, &pair.activation);
}

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkBroadcast(context, node));
  const BinaryTensors tensors(context, node);
  ARENASCOPE_TRY(tensors.check(context));
  ARENASCOPE_TRY(checkSameType(context, *tensors.input1, *tensors.output));
  ARENASCOPE_TRY(checkSameType(context, *tensors.input2, *tensors.output));
  const auto& options = params<AddParams>(node);
  auto& data = userData<AddData>(node);
  switch (tensors.output->type) {
  case runtime::kInt8:
  case runtime::kInt16: return prepareQuantized(context, options, tensors, data.pair);
  case runtime::kFloat32: data.activationFloat = activationRange(options.activation); return Status::kOk;
  case runtime::kInt32:
    if (tensors.input1->quantization == nullptr && tensors.input2->quantization == nullptr) return Status::kOk;
    return context.fail(Message() << "quantized INT32 tensors are not supported");
  default: return unsupportedType(context, "output", tensors.output->type);
  }
}

template <typename T>
void add(Context& context, const Node& node) {
  if constexpr (std::is_floating_point_v<T>) {
    const FloatRange range = userData<AddData>(node).activationFloat;
    combineAll<T>(context, node, [range](T a, T b) { return clamp(a + b, range.min, range.max); });
  } else if constexpr (std::is_same_v<T, std::int32_t>) {
    combineAll<T>(context, node, [](T a, T b) { return a + b; });
  } else {
    const ScaledPair pair = userData<AddData>(node).pair;
    combineAll<T>(
        context, node, [pair](T a, T b) __attribute__((always_inline)) {
          return combineScaled(
              pair, a, b, [](std::int32_t x, std::int32_t y) { return x + y; }, multiplyByFraction);
        });
  }
}

Status invoke(Context& context, Node& node) {
  return withType<float, std::int8_t, std::int16_t, std::int32_t>(context, "output", context.evalOutput(node, 0)->type,
                                                                  [&]<typename T>() { add<T>(context, node); });
}

} // namespace

constinit const Registration kAdd = {schema::BuiltinOperator_ADD, parseParams<read>, initData<AddData>, prepare,
                                     invoke};

} // namespace arenascope::kernels::reference

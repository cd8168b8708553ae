// SUB with broadcasting and a fused activation.
#include <algorithm>
#include <limits>

#include "core/interpreter/kernels/broadcast.h"
#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/quantization.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/scaled_pair.h"

namespace arenascope::kernels::reference {

namespace {

struct Data { // OpDataSub
  ScaledPair pair;
  bool reserved;
};
static_assert(sizeof(Data) == bySize(52, 52));

struct Params { // TfLiteSubParams
  runtime::Activation activation;
  bool potScaleInt16;
};
static_assert(sizeof(Params) == bySize(2, 8, 8));

void read(const schema::SubOptions& options, Params& params) {
  params.activation = activationKind(options.fused_activation_function());
  params.potScaleInt16 = options.pot_scale_int16();
}

// As in ADD, but the ratios are computed in single precision.
Status prepareQuantized(Context& context, const BinaryTensors& tensors, const Params& options, ScaledPair& pair) {
  const int leftShift = tensors.output->type == runtime::kInt16 ? 15 : 20;
  const float scale1 = tensors.input1->scale;
  const float scale2 = tensors.input2->scale;
  const float twiceLargest = 2 * std::max(scale1, scale2);
  const float toOutput = twiceLargest / (static_cast<float>(1 << leftShift) * tensors.output->scale);
  const PairRatios ratios{static_cast<double>(scale1 / twiceLargest), static_cast<double>(scale2 / twiceLargest),
                          static_cast<double>(toOutput)};
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
  const runtime::Type type = tensors.output->type;
  if (type == runtime::kInt8 || type == runtime::kInt16)
    return prepareQuantized(context, tensors, params<Params>(node), userData<Data>(node).pair);
  const bool quantized = tensors.input1->quantization != nullptr || tensors.input2->quantization != nullptr ||
                         tensors.output->quantization != nullptr;
  if (type == runtime::kInt32 && quantized)
    return context.fail(Message() << "quantized INT32 tensors are not supported");
  return Status::kOk;
}

template <typename T>
void subtract(Context& context, const Node& node) {
  const runtime::Activation activation = params<Params>(node).activation;
  if constexpr (std::is_floating_point_v<T>) {
    const FloatRange range = activationRange(activation);
    combineAll<T>(context, node, [range](T a, T b) { return clamp(a - b, range.min, range.max); });
  } else if constexpr (std::is_same_v<T, std::int32_t>) {
    const IntRange range = unscaledRange(activation);
    combineAll<T>(context, node, [range](T a, T b) { return clamp(a - b, range.min, range.max); });
  } else {
    const ScaledPair pair = userData<Data>(node).pair;
    combineAll<T>(context, node, [pair](T a, T b) {
      return combineScaled(
          pair, a, b, [](std::int32_t x, std::int32_t y) { return x - y; }, multiplyByFraction);
    });
  }
}

Status invoke(Context& context, Node& node) {
  return withType<float, std::int8_t, std::int16_t, std::int32_t>(context, "output", context.evalOutput(node, 0)->type,
                                                                  [&]<typename T>() { subtract<T>(context, node); });
}

} // namespace

constinit const Registration kSub = {schema::BuiltinOperator_SUB, parseParams<read>, initData<Data>, prepare, invoke};

} // namespace arenascope::kernels::reference

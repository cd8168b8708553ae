// DIV with broadcasting and a fused activation.
#include "core/interpreter/kernels/broadcast.h"
#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/fixed_point.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/quantization.h"
#include "core/interpreter/kernels/reference/registrations.h"

namespace arenascope::kernels::reference {

namespace {

struct Data { // OpDataDiv
  std::int32_t zeroPoint1;
  std::int32_t zeroPoint2;
  std::int32_t outputZeroPoint;
  IntRange activation;
  QuantizedMultiplier output;
};
static_assert(sizeof(Data) == bySize(28, 28));

struct Params { // TfLiteDivParams
  runtime::Activation activation;
};
static_assert(sizeof(Params) == bySize(1, 4, 4));

void read(const schema::DivOptions& options, Params& params) {
  params.activation = activationKind(options.fused_activation_function());
}

Status prepareQuantized(Context& context, const BinaryTensors& tensors, runtime::Activation activation, Data& data) {
  constexpr int kLargestShift = 23; // minimum of numerators' redundant sign bits
  ARENASCOPE_TRY(activationRange(context, activation, *tensors.output, &data.activation));
  const float ratio = tensors.input1->scale / (tensors.input2->scale * tensors.output->scale);
  ARENASCOPE_TRY(quantizeMultiplier(context, static_cast<double>(ratio), &data.output));
  if (data.output.shift > kLargestShift)
    return context.fail(Message() << "the output's scale is too small for the quotient");
  data.zeroPoint1 = tensors.input1->zeroPoint;
  data.zeroPoint2 = tensors.input2->zeroPoint;
  data.outputZeroPoint = tensors.output->zeroPoint;
  return Status::kOk;
}

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkBroadcast(context, node));
  const BinaryTensors tensors(context, node);
  ARENASCOPE_TRY(tensors.check(context));
  ARENASCOPE_TRY(checkSameType(context, *tensors.input1, *tensors.input2));
  ARENASCOPE_TRY(checkSameType(context, *tensors.input1, *tensors.output));
  const runtime::Type type = tensors.output->type;
  if (type == runtime::kInt8)
    return prepareQuantized(context, tensors, params<Params>(node).activation, userData<Data>(node));
  const bool quantized = tensors.input1->quantization != nullptr || tensors.input2->quantization != nullptr;
  if (type == runtime::kInt32 && quantized)
    return context.fail(Message() << "quantized INT32 tensors are not supported");
  return Status::kOk;
}

int leadingSignBits(std::int32_t x) { return x == 0 ? 31 : __builtin_clrsb(x); }

// Like roundingDivideByPot() for any exponent: beyond 31 the remainder's mask is all ones, so that every value is
// rounded away from zero.
std::int32_t divideByAnyPot(std::int32_t x, int exponent) {
  if (exponent <= 31) return roundingDivideByPot(x, exponent);
  return x >= 0 ? 1 : -1;
}

std::int8_t divideQuantized(std::int8_t a, std::int8_t b, const Data& data) {
  std::int32_t numerator = a - data.zeroPoint1;
  std::int32_t denominator = b - data.zeroPoint2;
  if (denominator < 0) {
    numerator = -numerator;
    denominator = -denominator;
  }
  int bitsOverUnit = 0;
  const std::int32_t inverse = reciprocal(denominator, 31, &bitsOverUnit);
  const int headroom = leadingSignBits(numerator);
  const std::int32_t quotient = doublingHighMul(numerator * (1 << headroom), inverse);
  const int shift = data.output.shift - bitsOverUnit - headroom;
  const std::int32_t scaled = divideByAnyPot(doublingHighMul(quotient, data.output.multiplier), -shift);
  return static_cast<std::int8_t>(clamp(scaled + data.outputZeroPoint, data.activation.min, data.activation.max));
}

// Cases undefined in C++ give the result of Cortex-M's divide instruction.
std::int32_t divideInteger(std::int32_t a, std::int32_t b) {
  if (b == 0) return 0;
  return b == -1 ? -a : a / b;
}

template <typename T>
void divide(Context& context, const Node& node) {
  const runtime::Activation activation = params<Params>(node).activation;
  if constexpr (std::is_floating_point_v<T>) {
    const FloatRange range = activationRange(activation);
    combineAll<T>(context, node, [range](T a, T b) { return clamp(a / b, range.min, range.max); });
  } else if constexpr (sizeof(T) == 4) {
    const IntRange range = unscaledRange(activation);
    combineAll<T>(context, node, [range](T a, T b) { return clamp(divideInteger(a, b), range.min, range.max); });
  } else {
    const auto& data = userData<Data>(node);
    combineAll<T>(context, node, [&data](T a, T b) { return divideQuantized(a, b, data); });
  }
}

Status invoke(Context& context, Node& node) {
  return withType<float, std::int32_t, std::int8_t>(context, "output", context.evalOutput(node, 0)->type,
                                                    [&]<typename T>() { divide<T>(context, node); });
}

} // namespace

constinit const Registration kDiv = {schema::BuiltinOperator_DIV, parseParams<read>, initData<Data>, prepare, invoke};

} // namespace arenascope::kernels::reference

// EQUAL, NOT_EQUAL, GREATER, GREATER_EQUAL, LESS, LESS_EQUAL.
#include <functional>

#include "core/interpreter/kernels/broadcast.h"
#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/fixed_point.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/quantization.h"
#include "core/interpreter/kernels/reference/registrations.h"

namespace arenascope::kernels::reference {

namespace {

struct Data {    // the OpData of the comparison kernels
  int leftShift; // headroom given to both inputs before they are rescaled
  std::int32_t offset1;
  QuantizedMultiplier input1;
  std::int32_t offset2;
  QuantizedMultiplier input2;
  std::int32_t reserved;
};
static_assert(sizeof(Data) == bySize(32, 32));

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkBroadcast(context, node));
  const TempTensor input1 = context.input(node, 0);
  if (!input1) return missing(context, "first input");
  const TempTensor input2 = context.input(node, 1);
  if (!input2) return missing(context, "second input");
  ARENASCOPE_TRY(checkSameType(context, *input1, *input2));
  if (context.evalOutput(node, 0)->type != runtime::kBool)
    return unsupportedType(context, "output", context.evalOutput(node, 0)->type);
  if (input1->type != runtime::kInt8) return Status::kOk;
  auto& data = userData<Data>(node);
  data.leftShift = 8;
  data.offset1 = -input1->zeroPoint;
  data.offset2 = -input2->zeroPoint;
  ARENASCOPE_TRY(quantizeFraction(context, static_cast<double>(input1->scale), &data.input1));
  return quantizeFraction(context, static_cast<double>(input2->scale), &data.input2);
}

template <typename T, typename Compare>
void compareQuantized(Context& context, const Node& node, Compare compare) {
  const Data data = userData<Data>(node);
  const auto scaled = [&](std::int32_t value, std::int32_t offset, const QuantizedMultiplier& by) {
    return multiplyByFraction((offset + value) * (1 << data.leftShift), by.multiplier, by.shift);
  };
  combineAll<T, T, Truth>(context, node, [&](T a, T b) {
    return compare(scaled(a, data.offset1, data.input1), scaled(b, data.offset2, data.input2));
  });
}

template <typename Compare, typename... Types>
Status invokeTypes(Context& context, const Node& node) {
  return withType<Types...>(context, "input", context.evalInput(node, 0)->type, [&]<typename T>() {
    if constexpr (sizeof(T) <= 2 && !std::is_same_v<T, Truth>)
      compareQuantized<T>(context, node, Compare());
    else
      combineAll<T, T, Truth>(context, node, Compare());
  });
}

template <typename Compare>
Status invokeEquality(Context& context, Node& node) {
  return invokeTypes<Compare, Truth, float, std::int32_t, std::int64_t, std::int8_t>(context, node);
}
template <typename Compare>
Status invokeOrder(Context& context, Node& node) {
  return invokeTypes<Compare, float, std::int32_t, std::int64_t, std::int8_t>(context, node);
}
// Only this one accepts 16-bit numbers. Prepare sets no scales for them, so that all differences are zero: the result
// of the real kernel with a zeroed arena.
Status invokeGreater(Context& context, Node& node) {
  return invokeTypes<std::greater<>, float, std::int32_t, std::int64_t, std::int8_t, std::int16_t>(context, node);
}

constexpr Registration comparison(schema::BuiltinOperator code, runtime::KernelFunction invoke) {
  return {code, nullptr, initData<Data>, prepare, invoke};
}

} // namespace

constinit const Registration kEqual = comparison(schema::BuiltinOperator_EQUAL, invokeEquality<std::equal_to<>>);
constinit const Registration kNotEqual =
    comparison(schema::BuiltinOperator_NOT_EQUAL, invokeEquality<std::not_equal_to<>>);
constinit const Registration kGreater = comparison(schema::BuiltinOperator_GREATER, invokeGreater);
constinit const Registration kGreaterEqual =
    comparison(schema::BuiltinOperator_GREATER_EQUAL, invokeOrder<std::greater_equal<>>);
constinit const Registration kLess = comparison(schema::BuiltinOperator_LESS, invokeOrder<std::less<>>);
constinit const Registration kLessEqual =
    comparison(schema::BuiltinOperator_LESS_EQUAL, invokeOrder<std::less_equal<>>);

} // namespace arenascope::kernels::reference

// Operators on two values of equal type that ignore scales: MAXIMUM, MINIMUM, LOGICAL_AND, LOGICAL_OR, FLOOR_DIV,
// FLOOR_MOD.
#include <algorithm>
#include <cmath>

#include "core/interpreter/kernels/broadcast.h"
#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/reference/registrations.h"

namespace arenascope::kernels::reference {

namespace {

Status checkTypes(Context& context, const Node& node) {
  ARENASCOPE_TRY(checkBroadcast(context, node));
  const runtime::Type type = context.evalOutput(node, 0)->type;
  if (context.evalInput(node, 0)->type == type && context.evalInput(node, 1)->type == type) return Status::kOk;
  return context.fail(Message() << "inputs and output differ in type");
}

// The real kernels have no Prepare: no tensor is fetched.
Status prepareUnseen(Context& context, Node& node) { return checkTypes(context, node); }

Status prepareFloor(Context& context, Node& node) {
  ARENASCOPE_TRY(checkTypes(context, node));
  return BinaryTensors(context, node).check(context);
}

template <typename Choose>
Status invokeChoice(Context& context, Node& node, Choose choose) {
  return withType<float, std::int8_t, std::int16_t, std::int32_t, std::int64_t>(
      context, "output", context.evalOutput(node, 0)->type,
      [&]<typename T>() { combineAll<T>(context, node, choose); });
}

Status invokeMaximum(Context& context, Node& node) {
  return invokeChoice(context, node, [](auto a, auto b) { return a > b ? a : b; });
}
Status invokeMinimum(Context& context, Node& node) {
  return invokeChoice(context, node, [](auto a, auto b) { return a < b ? a : b; });
}

template <typename Combine>
Status invokeLogical(Context& context, Node& node, Combine combine) {
  return withType<Truth>(context, "output", context.evalOutput(node, 0)->type,
                         [&]<typename T>() { combineAll<T>(context, node, combine); });
}

Status invokeAnd(Context& context, Node& node) {
  return invokeLogical(context, node, [](bool a, bool b) { return a && b; });
}
Status invokeOr(Context& context, Node& node) {
  return invokeLogical(context, node, [](bool a, bool b) { return a || b; });
}

Status invokeFloorDiv(Context& context, Node& node) {
  const EvalTensor& divisor = *context.evalInput(node, 1);
  return withType<float>(context, "input", divisor.type, [&]<typename T>() {
    const T* divisors = data<T>(&divisor);
    if (std::find(divisors, divisors + elementCount(*divisor.dims), T{0}) != divisors + elementCount(*divisor.dims))
      return context.fail(Message() << "division by zero");
    combineAll<T>(context, node,
                  [](T a, T b) { return static_cast<T>(std::floor(static_cast<double>(a) / static_cast<double>(b))); });
    return Status::kOk;
  });
}

// The remainder with the sign of the divisor.
float floorModulo(float a, float b) {
  const float remainder = std::fmod(a, b);
  return remainder != 0.0F && (b < 0.0F) != (remainder < 0.0F) ? remainder + b : remainder;
}

Status invokeFloorMod(Context& context, Node& node) {
  return withType<float>(context, "input", context.evalInput(node, 0)->type,
                         [&]<typename T>() { combineAll<T>(context, node, floorModulo); });
}

constexpr Registration binary(schema::BuiltinOperator code, runtime::KernelFunction prepare,
                              runtime::KernelFunction invoke) {
  return {code, nullptr, nullptr, prepare, invoke};
}

} // namespace

constinit const Registration kMaximum = binary(schema::BuiltinOperator_MAXIMUM, prepareUnseen, invokeMaximum);
constinit const Registration kMinimum = binary(schema::BuiltinOperator_MINIMUM, prepareUnseen, invokeMinimum);
constinit const Registration kLogicalAnd = binary(schema::BuiltinOperator_LOGICAL_AND, prepareUnseen, invokeAnd);
constinit const Registration kLogicalOr = binary(schema::BuiltinOperator_LOGICAL_OR, prepareUnseen, invokeOr);
constinit const Registration kFloorDiv = binary(schema::BuiltinOperator_FLOOR_DIV, prepareFloor, invokeFloorDiv);
constinit const Registration kFloorMod = binary(schema::BuiltinOperator_FLOOR_MOD, prepareFloor, invokeFloorMod);

} // namespace arenascope::kernels::reference

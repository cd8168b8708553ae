// Element-wise operators that ignore scales: SIN, COS, LOG, SQRT, SQUARE, EXP, NEG, CEIL, FLOOR, ROUND, LOGICAL_NOT.
#include <cmath>

#include "core/interpreter/kernels/elementwise.h"
#include "core/interpreter/kernels/reference/registrations.h"

namespace arenascope::kernels::reference {

namespace {

template <float (*function)(float)>
Status applyFloat(Context& context, Node& node) {
  return mapElements<float>(context, node, function);
}

// Types unknown to Invoke are refused there, as in the real kernels.
Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 1, 1));
  return UnaryTensors(context, node).check(context);
}

Status prepareFloat(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 1, 1));
  const UnaryTensors tensors(context, node);
  ARENASCOPE_TRY(tensors.check(context));
  if (tensors.input->type != runtime::kFloat32) return unsupportedType(context, "input", tensors.input->type);
  if (sameShape(*tensors.input->dims, *tensors.output->dims)) return Status::kOk;
  return context.fail(Message() << "input and output differ in shape");
}

// For kernels whose real counterparts have no Prepare: no tensor is fetched.
Status prepareUnseen(Context& context, Node& node) { return checkUnary(context, node); }

float sine(float x) { return std::sin(x); }
float cosine(float x) { return std::cos(x); }
float logarithm(float x) { return std::log(x); }
float squareRoot(float x) { return std::sqrt(x); }
float square(float x) { return x * x; }
float exponential(float x) { return std::exp(x); }
float negative(float x) { return -x; }
float ceiling(float x) { return std::ceil(x); }
float floorOf(float x) { return std::floor(x); }

// Rounds halves to even.
float nearest(float x) {
  const float below = std::floor(x);
  const float rest = x - below;
  const bool down = rest < 0.5F || (rest == 0.5F && static_cast<int>(below) % 2 == 0);
  return down ? below : below + 1.0F;
}

Status invokeNot(Context& context, Node& node) {
  return mapElements<Truth>(context, node, [](bool value) { return !value; });
}

constexpr Registration elementwise(schema::BuiltinOperator code, runtime::KernelFunction prepareFunction,
                                   runtime::KernelFunction invoke) {
  return {code, nullptr, nullptr, prepareFunction, invoke};
}

} // namespace

constinit const Registration kSin = elementwise(schema::BuiltinOperator_SIN, prepare, applyFloat<sine>);
constinit const Registration kCos = elementwise(schema::BuiltinOperator_COS, prepare, applyFloat<cosine>);
constinit const Registration kLog = elementwise(schema::BuiltinOperator_LOG, prepare, applyFloat<logarithm>);
constinit const Registration kSqrt = elementwise(schema::BuiltinOperator_SQRT, prepare, applyFloat<squareRoot>);
constinit const Registration kSquare = elementwise(schema::BuiltinOperator_SQUARE, prepare, applyFloat<square>);
constinit const Registration kExp = elementwise(schema::BuiltinOperator_EXP, prepareFloat, applyFloat<exponential>);
constinit const Registration kNeg = elementwise(schema::BuiltinOperator_NEG, prepareUnseen, applyFloat<negative>);
constinit const Registration kCeil = elementwise(schema::BuiltinOperator_CEIL, prepareFloat, applyFloat<ceiling>);
constinit const Registration kFloor = elementwise(schema::BuiltinOperator_FLOOR, prepareUnseen, applyFloat<floorOf>);
constinit const Registration kRound = elementwise(schema::BuiltinOperator_ROUND, prepareFloat, applyFloat<nearest>);
constinit const Registration kLogicalNot = elementwise(schema::BuiltinOperator_LOGICAL_NOT, prepare, invokeNot);

} // namespace arenascope::kernels::reference

// SELECT_V2: elements of one input or the other, by a condition.
#include "core/interpreter/kernels/broadcast.h"
#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/reference/registrations.h"

namespace arenascope::kernels::reference {

namespace {

struct Data { // the OpData of this kernel
  bool reserved;
};
static_assert(sizeof(Data) == bySize(1, 1));

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkBroadcast(context, node, 3));
  const TempTensor condition = context.input(node, 0);
  const TempTensor x = context.input(node, 1);
  const TempTensor y = context.input(node, 2);
  const TempTensor output = context.output(node, 0);
  if (!condition || !x || !y || !output) return missing(context, "condition, input or output");
  if (condition->type != runtime::kBool) return unsupportedType(context, "condition", condition->type);
  ARENASCOPE_TRY(checkSameType(context, *x, *y));
  return checkSameType(context, *x, *output);
}

template <typename T>
T* choose(const BroadcastPlan<3>& plan, int dimension, const Truth* condition, const T* x, const T* y, T* output) {
  const std::int32_t size = plan.size[dimension];
  const std::int32_t steps[] = {plan.step[0][dimension], plan.step[1][dimension], plan.step[2][dimension]};
  for (int i = 0; i < size; ++i, condition += steps[0], x += steps[1], y += steps[2]) {
    if (dimension == 0)
      *output++ = *condition ? *x : *y;
    else
      output = choose(plan, dimension - 1, condition, x, y, output);
  }
  return output;
}

Status invoke(Context& context, Node& node) {
  const EvalTensor& condition = *context.evalInput(node, 0);
  const EvalTensor& x = *context.evalInput(node, 1);
  const EvalTensor& y = *context.evalInput(node, 2);
  EvalTensor& output = *context.evalOutput(node, 0);
  return withType<float, std::int8_t, std::int16_t>(context, "input", x.type, [&]<typename T>() {
    if (elementCount(*output.dims) == 0) return;
    const BroadcastPlan<3> plan = planBroadcast<3>({condition.dims, x.dims, y.dims}, *output.dims);
    choose(plan, plan.dimensions - 1, data<Truth>(&condition), data<T>(&x), data<T>(&y), data<T>(&output));
  });
}

} // namespace

constinit const Registration kSelectV2 = {schema::BuiltinOperator_SELECT_V2, nullptr, initData<Data>, prepare, invoke};

} // namespace arenascope::kernels::reference

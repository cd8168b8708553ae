// ARG_MAX and ARG_MIN: index of the largest or smallest element along an axis; the first of equal ones.
#include <functional>

#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/shapes.h"

namespace arenascope::kernels::reference {

namespace {

struct Params { // TfLiteArgMaxParams, TfLiteArgMinParams
  runtime::Type outputType;
};
static_assert(sizeof(Params) == bySize(1, 4, 4));

// The real kernels have no Prepare: no tensor is fetched.
Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 2, 1));
  if (context.evalInput(node, 0)->dims->size >= 1 && elementCount(*context.evalInput(node, 1)->dims) >= 1)
    return Status::kOk;
  return context.fail(Message() << "the input needs a dimension and the axis a number");
}

template <typename T, typename Compare>
Status find(Context& context, const Node& node, Compare better) {
  const EvalTensor& input = *context.evalInput(node, 0);
  EvalTensor& output = *context.evalOutput(node, 0);
  const int axis = resolveAxis(*data<std::int32_t>(context.evalInput(node, 1)), input.dims->size);
  if (axis < 0) return context.fail(Message() << "the axis is outside the input's dimensions");
  const int outer = elementsBetween(*input.dims, 0, axis);
  const int size = input.dims->data[axis];
  const int inner = elementsBetween(*input.dims, axis + 1, input.dims->size);
  if (elementCount(*output.dims) != outer * inner)
    return context.fail(Message() << "the output does not have one element for each row along the axis");
  const T* values = data<T>(&input);
  for (int o = 0; o < outer; ++o) {
    for (int i = 0; i < inner; ++i) {
      const T* row = values + o * size * inner + i;
      T best = *row;
      std::int32_t position = 0;
      for (int n = 1; n < size; ++n) {
        const T candidate = row[n * inner];
        if (!better(candidate, best)) continue;
        best = candidate;
        position = n;
      }
      data<std::int32_t>(&output)[o * inner + i] = position;
    }
  }
  return Status::kOk;
}

template <typename Compare>
Status invoke(Context& context, Node& node) {
  const runtime::Type axisType = context.evalInput(node, 1)->type;
  const runtime::Type outputType = context.evalOutput(node, 0)->type;
  if (axisType != runtime::kInt32) return unsupportedType(context, "axis", axisType);
  if (outputType != runtime::kInt32) return unsupportedType(context, "output", outputType);
  return withType<float, std::int8_t>(context, "input", context.evalInput(node, 0)->type,
                                      [&]<typename T>() { return find<T>(context, node, Compare()); });
}

} // namespace

constinit const Registration kArgMax = {schema::BuiltinOperator_ARG_MAX, parseUnread<Params>, nullptr, prepare,
                                        invoke<std::greater<>>};
constinit const Registration kArgMin = {schema::BuiltinOperator_ARG_MIN, parseUnread<Params>, nullptr, prepare,
                                        invoke<std::less<>>};

} // namespace arenascope::kernels::reference

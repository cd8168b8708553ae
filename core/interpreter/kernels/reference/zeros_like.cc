// ZEROS_LIKE: zeros in the shape of the input.
#include <algorithm>

#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/tensor_access.h"

namespace arenascope::kernels::reference {

namespace {

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 1, 1));
  return UnaryTensors(context, node).check(context);
}

Status invoke(Context& context, Node& node) {
  EvalTensor& output = *context.evalOutput(node, 0);
  return withType<float, std::int8_t, std::int32_t, std::int64_t>(
      context, "input", context.evalInput(node, 0)->type,
      [&]<typename T>() { std::fill_n(data<T>(&output), elementCount(*output.dims), T{0}); });
}

} // namespace

constinit const Registration kZerosLike = {schema::BuiltinOperator_ZEROS_LIKE, nullptr, nullptr, prepare, invoke};

} // namespace arenascope::kernels::reference

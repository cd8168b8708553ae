// CAST: converts every element to another type.
#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/tensor_access.h"

namespace arenascope::kernels::reference {

namespace {

struct Params { // TfLiteCastParams
  runtime::Type from;
  runtime::Type to;
};
static_assert(sizeof(Params) == bySize(2, 8, 8));

// Types unknown to Invoke are refused there, as in the real kernel.
Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 1, 1));
  const UnaryTensors tensors(context, node);
  if (!tensors.input || !tensors.output) return missing(context, "input or output");
  return checkSameSize(context, *tensors.input, *tensors.output);
}

template <typename From, typename To>
void castAll(const EvalTensor& input, EvalTensor& output) {
  const int elements = elementCount(*input.dims);
  const From* values = data<From>(&input);
  To* results = data<To>(&output);
  for (int i = 0; i < elements; ++i) results[i] = static_cast<To>(values[i]);
}

Status invoke(Context& context, Node& node) {
  const EvalTensor& input = *context.evalInput(node, 0);
  EvalTensor& output = *context.evalOutput(node, 0);
  return withType<std::int8_t, std::int16_t, std::int32_t, std::uint32_t, float, Truth>(
      context, "input", input.type, [&]<typename From>() {
        return withType<std::int8_t, std::int16_t, std::int32_t, std::uint32_t, float>(
            context, "output", output.type, [&]<typename To>() { castAll<From, To>(input, output); });
      });
}

} // namespace

constinit const Registration kCast = {schema::BuiltinOperator_CAST, parseUnread<Params>, nullptr, prepare, invoke};

} // namespace arenascope::kernels::reference

// REVERSE_V2: reverses consecutive dimensions.
#include <algorithm>

#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/copy_bytes.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/shapes.h"

namespace arenascope::kernels::reference {

namespace {

bool isKnown(runtime::Type type) {
  switch (type) {
  case runtime::kFloat32:
  case runtime::kInt8:
  case runtime::kUInt8:
  case runtime::kInt16:
  case runtime::kInt32:
  case runtime::kInt64:
  case runtime::kBool: return true;
  default: return false;
  }
}

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 2, 1));
  const TempTensor input = context.input(node, 0);
  const TempTensor axes = context.input(node, 1);
  const TempTensor output = context.output(node, 0);
  if (!input || !axes || !output) return missing(context, "input, axes or output");
  if (axes->dims->size != 1 || input->dims->size > kMaxRank || input->dims->size < elementCount(*axes->dims) ||
      elementCount(*axes->dims) < 1)
    return context.fail(Message() << "the axes must be a list, no longer than the input's dimensions, of which there "
                                     "may be "
                                  << kMaxRank);
  if (!isKnown(input->type)) return unsupportedType(context, "input", input->type);
  if (axes->type != runtime::kInt32) return unsupportedType(context, "axes", axes->type);
  ARENASCOPE_TRY(checkSameType(context, *input, *output));
  return checkSameSize(context, *input, *output);
}

// First and last dimension to reverse; they must be consecutive.
struct Span {
  int first;
  int last;
};

Status readSpan(Context& context, const Node& node, Span& span) {
  const EvalTensor& axes = *context.evalInput(node, 1);
  const int rank = context.evalInput(node, 0)->dims->size;
  const int count = elementCount(*axes.dims);
  bool named[kMaxRank] = {};
  span = {.first = kMaxRank, .last = -1};
  int different = 0;
  for (int i = 0; i < count; ++i) {
    const int axis = resolveAxis(data<std::int32_t>(&axes)[i], rank);
    if (axis < 0) return context.fail(Message() << "axis " << i << " is outside the input's dimensions");
    different += named[axis] ? 0 : 1;
    named[axis] = true;
    span.first = std::min(span.first, axis);
    span.last = std::max(span.last, axis);
  }
  if (different != count || span.last - span.first + 1 != count)
    return context.fail(Message() << "axes that do not follow each other are not supported");
  return Status::kOk;
}

template <typename T>
void reverse(const runtime::IntArray& dims, const Span& span, const T* input, T* output) {
  const int outer = elementsBetween(dims, 0, span.first);
  const int middle = elementsBetween(dims, span.first, span.last + 1);
  const int inner = elementsBetween(dims, span.last + 1, dims.size);
  for (int o = 0; o < outer; ++o, input += middle * inner, output += middle * inner) {
    if (inner == 1) {
      std::reverse_copy(input, input + middle, output);
      continue;
    }
    for (int m = 0; m < middle; ++m)
      copyBytes(output + (middle - m - 1) * inner, input + m * inner, sizeof(T) * static_cast<std::size_t>(inner));
  }
}

Status invoke(Context& context, Node& node) {
  const EvalTensor& input = *context.evalInput(node, 0);
  Span span{};
  ARENASCOPE_TRY(readSpan(context, node, span));
  return withType<float, std::int8_t, std::uint8_t, std::int16_t, std::int32_t, std::int64_t, Truth>(
      context, "input", input.type,
      [&]<typename T>() { reverse(*input.dims, span, data<T>(&input), data<T>(context.evalOutput(node, 0))); });
}

} // namespace

constinit const Registration kReverseV2 = {schema::BuiltinOperator_REVERSE_V2, nullptr, nullptr, prepare, invoke};

} // namespace arenascope::kernels::reference

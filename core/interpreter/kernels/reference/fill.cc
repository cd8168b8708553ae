// FILL: one value for all elements. SHAPE: the input's dimensions as numbers.
#include <algorithm>

#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/shapes.h"

namespace arenascope::kernels::reference {

namespace {

Status checkDimensions(Context& context, const Tensor& dims, const runtime::IntArray& output) {
  if (dims.dims->size != 1 || dims.dims->data[0] != output.size)
    return context.fail(Message() << "the dimensions are not one number for each of the output's " << output.size);
  return withType<std::int8_t, std::int16_t, std::int32_t, std::int64_t>(
      context, "dimensions", dims.type, [&]<typename T>() {
        const auto* sizes = static_cast<const T*>(dims.data);
        for (int d = 0; d < output.size; ++d)
          if (static_cast<std::int64_t>(sizes[d]) != output.data[d])
            return context.fail(Message() << "dimension " << d << " is to be " << static_cast<std::int64_t>(sizes[d])
                                          << ", the output has " << output.data[d]);
        return Status::kOk;
      });
}

Status prepareFill(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 2, 1));
  const TempTensor dims = context.input(node, 0);
  const TempTensor value = context.input(node, 1);
  const TempTensor output = context.output(node, 0);
  if (!dims || !value || !output) return missing(context, "dimensions, value or output");
  if (value->dims->size != 0) return context.fail(Message() << "the value must be a scalar");
  ARENASCOPE_TRY(checkSameType(context, *value, *output));
  ARENASCOPE_TRY(checkConstant(context, "a shape", *dims));
  return checkDimensions(context, *dims, *output->dims);
}

Status invokeFill(Context& context, Node& node) {
  const EvalTensor& value = *context.evalInput(node, 1);
  EvalTensor& output = *context.evalOutput(node, 0);
  return withType<float, std::int8_t, std::int32_t>(context, "value", value.type, [&]<typename T>() {
    std::fill_n(data<T>(&output), elementCount(*output.dims), *data<T>(&value));
  });
}

struct ShapeParams { // TfLiteShapeParams
  runtime::Type outputType;
};
static_assert(sizeof(ShapeParams) == bySize(1, 4, 4));

// The real kernel has no Prepare.
Status prepareShape(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 1, 1));
  const int rank = context.evalInput(node, 0)->dims->size;
  if (elementCount(*context.evalOutput(node, 0)->dims) >= rank) return Status::kOk;
  return context.fail(Message() << "the output has fewer elements than the input's " << rank << " dimensions");
}

Status invokeShape(Context& context, Node& node) {
  const runtime::IntArray& dims = *context.evalInput(node, 0)->dims;
  EvalTensor& output = *context.evalOutput(node, 0);
  if (output.type != runtime::kInt32) return unsupportedType(context, "output", output.type);
  copyElements<std::int32_t>(dims.data, data<std::int32_t>(&output), dims.size);
  return Status::kOk;
}

} // namespace

constinit const Registration kFill = {schema::BuiltinOperator_FILL, nullptr, nullptr, prepareFill, invokeFill};
constinit const Registration kShape = {schema::BuiltinOperator_SHAPE, parseUnread<ShapeParams>, nullptr, prepareShape,
                                       invokeShape};

} // namespace arenascope::kernels::reference

// SQUEEZE and EXPAND_DIMS: the same elements with a dimension of one removed or added.
#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/copy_bytes.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/shapes.h"

namespace arenascope::kernels::reference {

namespace {

struct SqueezeParams { // TfLiteSqueezeParams
  std::int32_t dimensions[8];
  int count;
};
static_assert(sizeof(SqueezeParams) == bySize(36, 36));

// More than eight are invalid; a count of -1 makes Prepare refuse them.
void read(const schema::SqueezeOptions& options, SqueezeParams& params) {
  if (options.squeeze_dims() == nullptr) return;
  params.count = options.squeeze_dims()->size() <= 8 ? static_cast<int>(options.squeeze_dims()->size()) : -1;
  for (int i = 0; i < params.count; ++i)
    params.dimensions[i] = options.squeeze_dims()->Get(static_cast<std::uint32_t>(i));
}

// Dimensions of the input to remove: those in the options, or all with one element.
Status markSqueezed(Context& context, const SqueezeParams& options, const runtime::IntArray& dims,
                    bool (&squeezed)[kMaxRank]) {
  if (options.count < 0 || dims.size > kMaxRank)
    return context.fail(Message() << "at most " << kMaxRank << " dimensions are supported");
  for (int d = 0; d < dims.size; ++d) squeezed[d] = options.count == 0 && dims.data[d] == 1;
  for (int i = 0; i < options.count; ++i) {
    const int axis = resolveAxis(options.dimensions[i], dims.size);
    if (axis < 0 || dims.data[axis] != 1)
      return context.fail(Message() << "dimension " << options.dimensions[i] << " of the input is not one element");
    squeezed[axis] = true;
  }
  return Status::kOk;
}

Status prepareSqueeze(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 1, 1));
  const UnaryTensors tensors(context, node);
  ARENASCOPE_TRY(tensors.check(context));
  const runtime::IntArray& dims = *tensors.input->dims;
  const runtime::IntArray& output = *tensors.output->dims;
  bool squeezed[kMaxRank] = {};
  ARENASCOPE_TRY(markSqueezed(context, params<SqueezeParams>(node), dims, squeezed));
  int kept = 0;
  for (int d = 0; d < dims.size; ++d) {
    if (squeezed[d]) continue;
    if (kept >= output.size || output.data[kept] < dims.data[d])
      return context.fail(Message() << "dimension " << d << " of the input is not in the output");
    ++kept;
  }
  return Status::kOk;
}

Status invokeSqueeze(Context& context, Node& node) {
  const EvalTensor& input = *context.evalInput(node, 0);
  copyBytes(context.evalOutput(node, 0)->data, input.data,
            static_cast<std::size_t>(elementCount(*input.dims)) * runtime::typeBytes(input.type));
  return Status::kOk;
}

Status checkExpanded(Context& context, const runtime::IntArray& input, std::int32_t axis,
                     const runtime::IntArray& output) {
  const int position = resolveAxis(axis, input.size + 1);
  if (position < 0 || output.size != input.size + 1)
    return context.fail(Message() << "the axis " << axis << " or the output's rank does not fit the input's "
                                  << input.size << " dimensions");
  for (int d = 0; d < output.size; ++d) {
    const std::int32_t wanted = d == position ? 1 : input.data[d < position ? d : d - 1];
    if (output.data[d] != wanted)
      return context.fail(Message() << "dimension " << d << " of the output is " << output.data[d] << ", not "
                                    << wanted);
  }
  return Status::kOk;
}

Status prepareExpand(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 2, 1));
  const TempTensor input = context.input(node, 0);
  const TempTensor axis = context.input(node, 1);
  const TempTensor output = context.output(node, 0);
  if (!input || !axis || !output) return missing(context, "input, axis or output");
  ARENASCOPE_TRY(checkSameType(context, *input, *output));
  ARENASCOPE_TRY(checkConstant(context, "an axis", *axis));
  if (axis->type != runtime::kInt32 || axis->dims->size > 1 || elementCount(*axis->dims) != 1)
    return context.fail(Message() << "the axis must be one INT32 number");
  return checkExpanded(context, *input->dims, *static_cast<const std::int32_t*>(axis->data), *output->dims);
}

Status invokeExpand(Context& context, Node& node) {
  const EvalTensor& input = *context.evalInput(node, 0);
  return withType<float, std::int8_t, std::int16_t>(context, "input", input.type, [&]<typename T>() {
    copyElements<T>(data<T>(&input), data<T>(context.evalOutput(node, 0)), elementCount(*input.dims));
  });
}

} // namespace

constinit const Registration kSqueeze = {schema::BuiltinOperator_SQUEEZE, parseParams<read>, nullptr, prepareSqueeze,
                                         invokeSqueeze};
constinit const Registration kExpandDims = {schema::BuiltinOperator_EXPAND_DIMS, nullptr, nullptr, prepareExpand,
                                            invokeExpand};

} // namespace arenascope::kernels::reference

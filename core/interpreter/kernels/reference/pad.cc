// PAD and PADV2: adds elements of one value before and after each dimension.
#include <algorithm>
#include <limits>

#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/pad.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/tensor_access.h"

namespace arenascope::kernels::reference {

namespace {

constexpr int kInput = 0;
constexpr int kPaddings = 1;
constexpr int kValue = 2;

Status checkShapes(Context& context, const Tensor& input, const Tensor& paddings, const Tensor& output) {
  const int rank = output.dims->size;
  if (input.dims->size != rank || rank > kPadDimensions)
    return context.fail(Message() << "tensors of the same rank, up to " << kPadDimensions << ", are supported");
  if (paddings.type != runtime::kInt32) return unsupportedType(context, "paddings", paddings.type);
  if (elementCount(*paddings.dims) != 2 * rank)
    return context.fail(Message() << "the paddings have " << elementCount(*paddings.dims) << " elements for " << rank
                                  << " dimensions");
  if (paddings.allocationKind != runtime::kModelData)
    return context.fail(Message() << "paddings that are not constant are not supported");
  const auto* amounts = static_cast<const std::int32_t*>(paddings.data);
  for (int d = 0; d < rank; ++d) {
    if (amounts[2 * d] >= 0 && amounts[2 * d + 1] >= 0 &&
        output.dims->data[d] == std::int64_t{input.dims->data[d]} + amounts[2 * d] + amounts[2 * d + 1])
      continue;
    return context.fail(Message() << "dimension " << d << ": " << input.dims->data[d] << " padded by " << amounts[2 * d]
                                  << " and " << amounts[2 * d + 1] << " is not " << output.dims->data[d]);
  }
  return Status::kOk;
}

Status checkValue(Context& context, const Tensor& input, const Tensor& value, const Tensor& output) {
  ARENASCOPE_TRY(checkSameType(context, input, value));
  if (elementCount(*value.dims) != 1) return context.fail(Message() << "the padding value must be one element");
  if (input.type == runtime::kInt8 && (value.zeroPoint != output.zeroPoint || value.scale != output.scale))
    return context.fail(Message() << "the padding value must have the output's scale and zero point");
  return Status::kOk;
}

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkCounts(context, node, 2, 3));
  const TempTensor input = context.input(node, kInput);
  if (!input) return missing(context, "input");
  const TempTensor paddings = context.input(node, kPaddings);
  if (!paddings) return missing(context, "paddings");
  const TempTensor value = context.input(node, kValue);
  const TempTensor output = context.output(node, 0);
  if (!output) return missing(context, "output");
  ARENASCOPE_TRY(checkSameType(context, *input, *output));
  ARENASCOPE_TRY(checkShapes(context, *input, *paddings, *output));
  if (value) ARENASCOPE_TRY(checkValue(context, *input, *value, *output));
  auto& data = userData<PadData>(node);
  const auto* amounts = static_cast<const std::int32_t*>(paddings->data);
  for (int d = 0; d < input->dims->size; ++d) {
    data.before[d] = amounts[2 * d];
    data.after[d] = amounts[2 * d + 1];
  }
  if (input->type != runtime::kInt8) return Status::kOk;
  if (output->zeroPoint < -128 || output->zeroPoint > 127)
    return context.fail(Message() << "the output's zero point does not fit its type");
  data.outputZeroPoint = output->zeroPoint;
  return Status::kOk;
}

// Shapes extended to the full number of dimensions by ones in front.
struct Extended {
  std::int32_t size[kPadDimensions];
  std::int32_t before[kPadDimensions];
  std::int32_t after[kPadDimensions];
};

Extended extend(const runtime::IntArray& output, const PadData& data) {
  Extended result{};
  const int missing = kPadDimensions - output.size;
  for (int d = 0; d < kPadDimensions; ++d) {
    const bool own = d >= missing;
    result.size[d] = own ? output.data[d - missing] : 1;
    result.before[d] = own ? data.before[d - missing] : 0;
    result.after[d] = own ? data.after[d - missing] : 0;
  }
  return result;
}

template <typename T>
void pad(Context& context, const Node& node, T value) {
  const T* input = data<T>(context.evalInput(node, kInput));
  EvalTensor& outputTensor = *context.evalOutput(node, 0);
  T* output = data<T>(&outputTensor);
  if (const T* given = data<T>(context.evalInput(node, kValue)); given != nullptr) value = *given;
  const Extended shape = extend(*outputTensor.dims, userData<PadData>(node));
  const auto inside = [&shape](int d, int position) {
    return position >= shape.before[d] && position < shape.size[d] - shape.after[d];
  };
  for (int a = 0; a < shape.size[0]; ++a)
    for (int b = 0; b < shape.size[1]; ++b)
      for (int c = 0; c < shape.size[2]; ++c)
        for (int d = 0; d < shape.size[3]; ++d)
          for (int e = 0; e < shape.size[4]; ++e) {
            const bool copied = inside(0, a) && inside(1, b) && inside(2, c) && inside(3, d) && inside(4, e);
            *output++ = copied ? *input++ : value;
          }
}

Status invoke(Context& context, Node& node) {
  const runtime::Type type = context.evalInput(node, kInput)->type;
  switch (type) {
  case runtime::kFloat32: pad<float>(context, node, 0.0F); return Status::kOk;
  case runtime::kInt8:
    pad<std::int8_t>(context, node, static_cast<std::int8_t>(userData<PadData>(node).outputZeroPoint));
    return Status::kOk;
  case runtime::kInt16: pad<std::int16_t>(context, node, 0); return Status::kOk;
  case runtime::kInt32: pad<std::int32_t>(context, node, 0); return Status::kOk;
  default: return unsupportedType(context, "input", type);
  }
}

} // namespace

constinit const Registration kPad = {schema::BuiltinOperator_PAD, nullptr, initData<PadData>, prepare, invoke};
constinit const Registration kPadV2 = {schema::BuiltinOperator_PADV2, nullptr, initData<PadData>, prepare, invoke};

} // namespace arenascope::kernels::reference

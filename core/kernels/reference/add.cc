// ADD with broadcasting and a fused activation.
#include <algorithm>
#include <limits>

#include "core/kernels/broadcast.h"
#include "core/kernels/checks.h"
#include "core/kernels/fixed_point.h"
#include "core/kernels/params.h"
#include "core/kernels/quantization.h"
#include "core/kernels/reference/registrations.h"

namespace arenascope::kernels::reference {

namespace {

struct Data { // OpDataAdd
  bool broadcasts;
  std::int32_t leftShift; // headroom given to both inputs before they are rescaled
  IntRange activation;
  QuantizedMultiplier input1;
  QuantizedMultiplier input2;
  QuantizedMultiplier output;
  std::int32_t offset1; // negated zero points of the inputs
  std::int32_t offset2;
  std::int32_t outputZeroPoint;
  FloatRange activationFloat;
};
static_assert(sizeof(Data) == bySize(60, 60));

Status parse(runtime::ParamsAllocator& allocator, const schema::Operator& op, int index, void** result) {
  auto* params = allocator.allocate<AddParams>(index);
  if (params == nullptr) return Status::kError;
  *result = params;
  const schema::AddOptions* options = op.builtin_options_as_AddOptions();
  if (options == nullptr) return Status::kError;
  params->activation = activationKind(options->fused_activation_function());
  params->potScaleInt16 = options->pot_scale_int16();
  return Status::kOk;
}

// Both inputs are scaled to twice the larger input scale, then the sum to the output's.
Status computeQuantized(Context& context, const AddParams& options, const Tensor& input1, const Tensor& input2,
                        const Tensor& output, Data& data) {
  data.offset1 = -input1.zeroPoint;
  data.offset2 = -input2.zeroPoint;
  data.outputZeroPoint = output.zeroPoint;
  data.leftShift = output.type == runtime::kInt16 ? 15 : 20;
  const double twiceLargest = 2 * static_cast<double>(std::max(input1.scale, input2.scale));
  ARENASCOPE_TRY(quantizeMultiplier(context, static_cast<double>(input1.scale) / twiceLargest, &data.input1));
  ARENASCOPE_TRY(quantizeMultiplier(context, static_cast<double>(input2.scale) / twiceLargest, &data.input2));
  const double toOutput = twiceLargest / ((1 << data.leftShift) * static_cast<double>(output.scale));
  ARENASCOPE_TRY(quantizeMultiplier(context, toOutput, &data.output));
  if (data.output.shift > 0) return context.fail(Message() << "the output's scale is too small for the sum");
  return activationRange(context, options.activation, output, &data.activation);
}

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkCounts(context, node, 2, 2));
  const TempTensor input1 = context.input(node, 0);
  if (!input1) return missing(context, "first input");
  const TempTensor input2 = context.input(node, 1);
  if (!input2) return missing(context, "second input");
  const TempTensor output = context.output(node, 0);
  if (!output) return missing(context, "output");
  ARENASCOPE_TRY(checkSameType(context, *input1, *output));
  ARENASCOPE_TRY(checkSameType(context, *input2, *output));
  if (!broadcastsTo(*input1->dims, *input2->dims, *output->dims))
    return context.fail(Message() << "the inputs' shapes do not give the output's");
  const auto& options = params<AddParams>(node);
  auto& data = userData<Data>(node);
  data.broadcasts = !sameShape(*input1->dims, *input2->dims);
  switch (output->type) {
  case runtime::kInt8:
  case runtime::kInt16:
    if (output->quantization == nullptr || input1->quantization == nullptr || input2->quantization == nullptr)
      return context.fail(Message() << "quantized tensors need scale and zero point");
    return computeQuantized(context, options, *input1, *input2, *output, data);
  case runtime::kFloat32: data.activationFloat = activationRange(options.activation); return Status::kOk;
  case runtime::kInt32:
    if (input1->quantization == nullptr && input2->quantization == nullptr) return Status::kOk;
    return context.fail(Message() << "quantized INT32 tensors are not supported");
  default: return unsupportedType(context, "output", output->type);
  }
}

template <typename T, typename Combine>
void addAll(Context& context, const Node& node, Combine combine) {
  const EvalTensor& input1 = *context.evalInput(node, 0);
  const EvalTensor& input2 = *context.evalInput(node, 1);
  EvalTensor& output = *context.evalOutput(node, 0);
  if (userData<Data>(node).broadcasts) {
    broadcast<T>(input1, input2, output, combine);
    return;
  }
  const int elements = elementCount(*output.dims);
  const T* a = data<T>(&input1);
  const T* b = data<T>(&input2);
  T* sum = data<T>(&output);
  for (int i = 0; i < elements; ++i) sum[i] = combine(a[i], b[i]);
}

template <typename T>
void addQuantized(Context& context, const Node& node) {
  const Data data = userData<Data>(node);
  const auto scaled = [&](std::int32_t value, std::int32_t offset, const QuantizedMultiplier& by) {
    return multiplyByQuantizedMultiplier(std::int32_t{(value + offset) * (1 << data.leftShift)}, by.multiplier,
                                         by.shift);
  };
  addAll<T>(context, node, [&](T a, T b) {
    const std::int32_t sum = scaled(a, data.offset1, data.input1) + scaled(b, data.offset2, data.input2);
    const std::int32_t result =
        multiplyByQuantizedMultiplier(sum, data.output.multiplier, data.output.shift) + data.outputZeroPoint;
    return static_cast<T>(clamp(result, data.activation.min, data.activation.max));
  });
}

Status invoke(Context& context, Node& node) {
  switch (context.evalOutput(node, 0)->type) {
  case runtime::kFloat32: {
    const FloatRange range = userData<Data>(node).activationFloat;
    addAll<float>(context, node, [range](float a, float b) { return clamp(a + b, range.min, range.max); });
    return Status::kOk;
  }
  case runtime::kInt32:
    addAll<std::int32_t>(context, node, [](std::int32_t a, std::int32_t b) { return a + b; });
    return Status::kOk;
  case runtime::kInt8: addQuantized<std::int8_t>(context, node); return Status::kOk;
  case runtime::kInt16: addQuantized<std::int16_t>(context, node); return Status::kOk;
  default: return unsupportedType(context, "output", context.evalOutput(node, 0)->type);
  }
}

} // namespace

constinit const Registration kAdd = {schema::BuiltinOperator_ADD, parse, initData<Data>, prepare, invoke};

} // namespace arenascope::kernels::reference

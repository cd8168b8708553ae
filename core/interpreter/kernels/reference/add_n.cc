// ADD_N: the sum of two or more tensors of the same shape.
#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/fixed_point.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/quantization.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/tensor_access.h"

namespace arenascope::kernels::reference {

namespace {

constexpr int kLeftShift = 20; // headroom given to the inputs before they are rescaled

struct Data { // the OpData of this kernel, for quantized tensors only
  QuantizedMultiplier input;
  QuantizedMultiplier output;
  std::int32_t inputZeroPoint;
  std::int32_t outputZeroPoint;
  int pointers; // scratch buffer: pointers to the inputs' data
  std::int32_t reserved[3];
};
static_assert(sizeof(Data) == bySize(40, 40));

Status checkInputs(Context& context, const Node& node, const Tensor& first) {
  for (int i = 1; i < node.inputs->size; ++i) {
    const TempTensor input = context.input(node, i);
    if (!input) return missing(context, "input");
    ARENASCOPE_TRY(checkSameType(context, *input, first));
    if (!sameShape(*input->dims, *first.dims)) return context.fail(Message() << "input " << i << " has another shape");
    if (first.type == runtime::kInt8 && (input->zeroPoint != first.zeroPoint || input->scale != first.scale))
      return context.fail(Message() << "input " << i << " has another scale or zero point");
  }
  return Status::kOk;
}

Status prepareInt8(Context& context, Node& node, const Tensor& input, const Tensor& output, std::size_t pointerBytes) {
  ARENASCOPE_TRY(initData<Data>(context, node));
  auto& data = userData<Data>(node);
  ARENASCOPE_TRY(context.requestScratch(pointerBytes, &data.pointers));
  data.inputZeroPoint = input.zeroPoint;
  data.outputZeroPoint = output.zeroPoint;
  const double twiceScale = 2 * static_cast<double>(input.scale);
  ARENASCOPE_TRY(quantizeFraction(context, static_cast<double>(input.scale) / twiceScale, &data.input));
  return quantizeFraction(context, twiceScale / ((1 << kLeftShift) * static_cast<double>(output.scale)), &data.output);
}

Status prepare(Context& context, Node& node) {
  if (node.inputs->size < 2 || node.outputs->size != 1)
    return context.fail(Message() << "at least two inputs and one output are needed");
  const TempTensor first = context.input(node, 0);
  const TempTensor output = context.output(node, 0);
  if (!first || !output) return missing(context, "input or output");
  ARENASCOPE_TRY(checkSameType(context, *first, *output));
  ARENASCOPE_TRY(checkSameSize(context, *first, *output));
  ARENASCOPE_TRY(checkInputs(context, node, *first));
  const std::size_t pointerBytes = sizeof(void*) * static_cast<std::size_t>(node.inputs->size);
  if (output->type == runtime::kInt8) return prepareInt8(context, node, *first, *output, pointerBytes);
  if (output->type != runtime::kFloat32) return unsupportedType(context, "output", output->type);
  // Without data in the arena, the kernel keeps the buffer's index in place of the pointer.
  int pointers = 0;
  ARENASCOPE_TRY(context.requestScratch(pointerBytes, &pointers));
  node.userData = reinterpret_cast<void*>(static_cast<std::intptr_t>(pointers));
  return Status::kOk;
}

template <typename T>
const T** collectInputs(Context& context, const Node& node, int pointers) {
  const T** inputs = context.scratch<const T*>(pointers);
  for (int i = 0; i < node.inputs->size; ++i) inputs[i] = data<T>(context.evalInput(node, i));
  return inputs;
}

void addFloat(Context& context, const Node& node, EvalTensor& output) {
  const auto pointers = static_cast<int>(reinterpret_cast<std::intptr_t>(node.userData));
  const float** inputs = collectInputs<float>(context, node, pointers);
  const int elements = elementCount(*output.dims);
  for (int i = 0; i < elements; ++i) {
    float sum = 0.0F;
    for (int n = 0; n < node.inputs->size; ++n) sum += inputs[n][i];
    data<float>(&output)[i] = sum;
  }
}

void addInt8(Context& context, const Node& node, EvalTensor& output) {
  const Data kernelData = userData<Data>(node);
  const std::int8_t** inputs = collectInputs<std::int8_t>(context, node, kernelData.pointers);
  const auto scaled = [&kernelData](std::int32_t value) {
    return multiplyByFraction((value - kernelData.inputZeroPoint) * (1 << kLeftShift), kernelData.input.multiplier,
                              kernelData.input.shift);
  };
  const int elements = elementCount(*output.dims);
  for (int i = 0; i < elements; ++i) {
    std::int32_t sum = scaled(0); // the real kernel subtracts the zero point once more
    for (int n = 0; n < node.inputs->size; ++n) sum += scaled(inputs[n][i]);
    const std::int32_t result =
        multiplyByFraction(sum, kernelData.output.multiplier, kernelData.output.shift) + kernelData.outputZeroPoint;
    data<std::int8_t>(&output)[i] = static_cast<std::int8_t>(clamp<std::int32_t>(result, -128, 127));
  }
}

Status invoke(Context& context, Node& node) {
  EvalTensor& output = *context.evalOutput(node, 0);
  if (output.type == runtime::kFloat32)
    addFloat(context, node, output);
  else
    addInt8(context, node, output);
  return Status::kOk;
}

} // namespace

constinit const Registration kAddN = {schema::BuiltinOperator_ADD_N, nullptr, nullptr, prepare, invoke};

} // namespace arenascope::kernels::reference

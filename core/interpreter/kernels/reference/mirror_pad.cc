// MIRROR_PAD: pads each dimension with the input's own elements, mirrored at the edges.
#include <algorithm>

#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/shapes.h"

namespace arenascope::kernels::reference {

namespace {

enum Mode { kModeUnknown = 0, kModeReflect, kModeSymmetric };

struct Params { // TfLiteMirrorPaddingParams
  Mode mode;
};
static_assert(sizeof(Params) == bySize(1, 4, 4));

struct Data { // OpDataMirrorPad
  int dimensions;
  int outputElements;
  int offset;      // 1 if the element at the edge is not repeated
  int outputSteps; // scratch buffers
  int inputSteps;
};
static_assert(sizeof(Data) == bySize(20, 20));

void read(const schema::MirrorPadOptions& options, Params& params) {
  params.mode = options.mode() == schema::MirrorPadMode_SYMMETRIC ? kModeSymmetric : kModeReflect;
}

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 2, 1));
  const BinaryTensors tensors(context, node);
  ARENASCOPE_TRY(tensors.check(context));
  ARENASCOPE_TRY(checkSameType(context, *tensors.input1, *tensors.output));
  const runtime::IntArray& paddings = *tensors.input2->dims;
  const int rank = tensors.input1->dims->size;
  if (paddings.size != 2 || paddings.data[0] != rank || paddings.data[1] != 2 || tensors.output->dims->size != rank)
    return context.fail(Message() << "the paddings must be two numbers for each of " << rank << " dimensions");
  if (!isInteger(tensors.input2->type)) return unsupportedType(context, "paddings", tensors.input2->type);
  auto& data = userData<Data>(node);
  data.offset = params<Params>(node).mode == kModeReflect ? 1 : 0;
  data.dimensions = rank;
  data.outputElements = elementCount(*tensors.output->dims);
  const std::size_t bytes = sizeof(int) * static_cast<std::size_t>(rank);
  ARENASCOPE_TRY(context.requestScratch(bytes, &data.outputSteps));
  return context.requestScratch(bytes, &data.inputSteps);
}

// Paddings that are not constant are known only now.
Status checkPaddings(Context& context, const EvalTensor& input, const EvalTensor& paddings, const EvalTensor& output,
                     int offset) {
  for (int d = 0; d < input.dims->size; ++d) {
    const std::int64_t before = integerAt(paddings.data, paddings.type, 2 * d);
    const std::int64_t after = integerAt(paddings.data, paddings.type, 2 * d + 1);
    const std::int64_t most = input.dims->data[d] - offset;
    if (before >= 0 && after >= 0 && before <= most && input.dims->data[d] + before + after == output.dims->data[d])
      continue;
    return context.fail(Message() << "dimension " << d << ": " << input.dims->data[d] << " padded by " << before
                                  << " and " << after << " is not " << output.dims->data[d]
                                  << ", or the padding is longer than what it mirrors");
  }
  return Status::kOk;
}

// The input index mirrored at an output index; indices beyond the far edge give the start.
int mirrored(int position, int before, int size, int offset) {
  if (position < before) return before + offset - 1 - position;
  position -= before;
  if (position < size) return position;
  const int last = size - 1 - offset;
  return last - std::min(position - size, last);
}

template <typename T>
void mirrorPad(Context& context, const Node& node, const int* outputSteps, const int* inputSteps) {
  const auto& kernelData = userData<Data>(node);
  const EvalTensor& input = *context.evalInput(node, 0);
  const EvalTensor& paddings = *context.evalInput(node, 1);
  const T* values = data<T>(&input);
  T* results = data<T>(context.evalOutput(node, 0));
  for (int i = 0; i < kernelData.outputElements; ++i) {
    int rest = i;
    int from = 0;
    for (int d = 0; d < kernelData.dimensions; ++d) {
      const auto before = static_cast<int>(integerAt(paddings.data, paddings.type, 2 * d));
      from += mirrored(rest / outputSteps[d], before, input.dims->data[d], kernelData.offset) * inputSteps[d];
      rest %= outputSteps[d];
    }
    results[i] = values[from];
  }
}

Status invoke(Context& context, Node& node) {
  const EvalTensor& input = *context.evalInput(node, 0);
  const EvalTensor& output = *context.evalOutput(node, 0);
  const auto& kernelData = userData<Data>(node);
  ARENASCOPE_TRY(checkPaddings(context, input, *context.evalInput(node, 1), output, kernelData.offset));
  int* outputSteps = context.scratch<int>(kernelData.outputSteps);
  int* inputSteps = context.scratch<int>(kernelData.inputSteps);
  for (int d = 0; d < kernelData.dimensions; ++d) {
    outputSteps[d] = elementsBetween(*output.dims, d + 1, kernelData.dimensions);
    inputSteps[d] = elementsBetween(*input.dims, d + 1, kernelData.dimensions);
  }
  return withType<float, std::int8_t>(context, "input", input.type,
                                      [&]<typename T>() { mirrorPad<T>(context, node, outputSteps, inputSteps); });
}

} // namespace

constinit const Registration kMirrorPad = {schema::BuiltinOperator_MIRROR_PAD, parseParams<read>, initData<Data>,
                                           prepare, invoke};

} // namespace arenascope::kernels::reference

// MEAN over some dimensions.
#include <algorithm>
#include <limits>

#include "core/kernels/checks.h"
#include "core/kernels/fixed_point.h"
#include "core/kernels/params.h"
#include "core/kernels/quantization.h"
#include "core/kernels/reference/registrations.h"
#include "core/kernels/tensor_access.h"

namespace arenascope::kernels::reference {

namespace {

struct Data { // OpDataReduce
  QuantizedMultiplier rescale;
  int sums;         // scratch: one sum for each output element
  int resolvedAxes; // scratch: the dimensions to reduce
  int position;     // scratch: where the walk over the input is
  std::int32_t inputZeroPoint;
  std::int32_t outputZeroPoint;
  std::int32_t outputElements;
  std::int32_t axes;
  std::int32_t reserved[2];
};
static_assert(sizeof(Data) == bySize(44, 44));

void read(const schema::ReducerOptions& options, ReducerParams& params) { params.keepDims = options.keep_dims(); }

bool isQuantized(runtime::Type type) { return type == runtime::kInt8 || type == runtime::kInt16; }

Status requestScratch(Context& context, const Tensor& input, Data& data) {
  const auto bytes = [](int count) { return sizeof(std::int32_t) * static_cast<std::size_t>(count); };
  if (isQuantized(input.type)) ARENASCOPE_TRY(context.requestScratch(bytes(data.outputElements), &data.sums));
  ARENASCOPE_TRY(context.requestScratch(bytes(input.dims->size), &data.position));
  return context.requestScratch(bytes(data.axes), &data.resolvedAxes);
}

// The real kernel fetches the tensors a second time here; the temporary memory is part of the arena's peak.
Status checkAgain(Context& context, Node& node) {
  ARENASCOPE_TRY(checkCounts(context, node, 2, 2));
  const TempTensor input = context.input(node, 0);
  if (!input) return missing(context, "input");
  const TempTensor axis = context.input(node, 1);
  if (!axis) return missing(context, "axis");
  if (axis->type != runtime::kInt32) return unsupportedType(context, "axis", axis->type);
  if (input->type != runtime::kInt8) return Status::kOk;
  const TempTensor output = context.output(node, 0);
  return output ? Status::kOk : missing(context, "output");
}

Status prepare(Context& context, Node& node) {
  auto& data = userData<Data>(node);
  const TempTensor input = context.input(node, 0);
  if (!input) return missing(context, "input");
  const TempTensor output = context.output(node, 0);
  if (!output) return missing(context, "output");
  const TempTensor axis = context.input(node, 1);
  if (!axis) return missing(context, "axis");
  ARENASCOPE_TRY(checkSameType(context, *input, *output));
  if (input->dims->size > kMaxRank) return context.fail(Message() << "the input has too many dimensions");
  if (isQuantized(input->type)) {
    const double ratio = static_cast<double>(input->scale) / static_cast<double>(output->scale);
    ARENASCOPE_TRY(quantizeMultiplier(context, ratio, &data.rescale));
    data.inputZeroPoint = input->zeroPoint;
    data.outputZeroPoint = output->zeroPoint;
  }
  data.axes = elementCount(*axis->dims);
  data.outputElements = elementCount(*output->dims);
  ARENASCOPE_TRY(requestScratch(context, *input, data));
  return checkAgain(context, node);
}

// Dimensions by number, negative ones counted from the last, each once. Answers how many, or -1 for a bad one.
int resolveAxes(const std::int32_t* axes, int count, int rank, std::int32_t* resolved) {
  int found = 0;
  for (int i = 0; i < count; ++i) {
    const std::int32_t axis = axes[i] < 0 ? axes[i] + rank : axes[i];
    if (axis < 0 || axis >= rank) return -1;
    if (std::find(resolved, resolved + found, axis) == resolved + found) resolved[found++] = axis;
  }
  return found;
}

struct Reduction {
  const runtime::IntArray* dims;
  const std::int32_t* axes;
  int axisCount;
  std::int32_t* position;

  bool reduces(int d) const { return std::find(axes, axes + axisCount, d) != axes + axisCount; }
  int outputElements() const {
    int elements = 1;
    for (int d = 0; d < dims->size; ++d) elements *= reduces(d) ? 1 : dims->data[d];
    return elements;
  }
  int inputsPerOutput() const {
    int elements = 1;
    for (int i = 0; i < axisCount; ++i) elements *= dims->data[axes[i]];
    return elements;
  }
};

// Adds up the inputs of each output element, in the order of the input.
template <typename Stored, typename Sum>
void sumUp(const Reduction& reduction, const Stored* input, Sum* sums) {
  const runtime::IntArray& dims = *reduction.dims;
  std::int32_t outputStep[kMaxRank] = {};
  std::int32_t step = 1;
  for (int d = dims.size - 1; d >= 0; --d) {
    reduction.position[d] = 0;
    if (reduction.reduces(d)) continue;
    outputStep[d] = step;
    step *= dims.data[d];
  }
  const int elements = elementCount(dims);
  std::int32_t target = 0;
  for (int i = 0; i < elements; ++i) {
    sums[target] += static_cast<Sum>(input[i]);
    for (int d = dims.size - 1; d >= 0; --d) {
      target += outputStep[d];
      if (++reduction.position[d] < dims.data[d]) break;
      target -= outputStep[d] * dims.data[d];
      reduction.position[d] = 0;
    }
  }
}

void meanFloat(const Reduction& reduction, const float* input, float* output, int outputs) {
  std::fill_n(output, outputs, 0.0F);
  sumUp(reduction, input, output);
  const auto count = static_cast<float>(reduction.inputsPerOutput());
  for (int i = 0; i < outputs; ++i) output[i] = output[i] / count;
}

// Rescales and divides in one step: the count goes into the multiplier, with as many extra bits as fit.
template <typename Stored>
void meanQuantized(const Reduction& reduction, const Stored* input, Stored* output, std::int32_t* sums,
                   const Data& data) {
  std::fill_n(sums, data.outputElements, 0);
  sumUp(reduction, input, sums);
  const std::int64_t count = reduction.inputsPerOutput();
  if (count == 0) return;
  const int bits = 63 - __builtin_clzll(static_cast<unsigned long long>(count));
  const int extra = std::min({bits, 32, 31 + data.rescale.shift});
  const auto multiplier = static_cast<std::int32_t>(
      static_cast<std::int64_t>(static_cast<std::uint64_t>(data.rescale.multiplier) << extra) / count);
  for (int i = 0; i < data.outputElements; ++i) {
    const auto shifted = static_cast<std::int32_t>(sums[i] - data.inputZeroPoint * count);
    const std::int32_t mean =
        multiplyByQuantizedMultiplier(shifted, multiplier, data.rescale.shift - extra) + data.outputZeroPoint;
    output[i] = static_cast<Stored>(
        clamp<std::int32_t>(mean, std::numeric_limits<Stored>::min(), std::numeric_limits<Stored>::max()));
  }
}

Status invoke(Context& context, Node& node) {
  const EvalTensor& input = *context.evalInput(node, 0);
  const EvalTensor& axis = *context.evalInput(node, 1);
  EvalTensor& output = *context.evalOutput(node, 0);
  const auto& kernelData = userData<Data>(node);
  auto* axes = context.scratch<std::int32_t>(kernelData.resolvedAxes);
  const int axisCount = resolveAxes(data<std::int32_t>(&axis), kernelData.axes, input.dims->size, axes);
  if (axisCount < 0) return context.fail(Message() << "an axis is outside the input's dimensions");
  const Reduction reduction{input.dims, axes, axisCount, context.scratch<std::int32_t>(kernelData.position)};
  if (reduction.outputElements() != kernelData.outputElements)
    return context.fail(Message() << "the output has " << kernelData.outputElements << " elements, the axes leave "
                                  << reduction.outputElements());
  switch (input.type) {
  case runtime::kFloat32:
    meanFloat(reduction, data<float>(&input), data<float>(&output), kernelData.outputElements);
    return Status::kOk;
  case runtime::kInt8:
    meanQuantized(reduction, data<std::int8_t>(&input), data<std::int8_t>(&output),
                  context.scratch<std::int32_t>(kernelData.sums), kernelData);
    return Status::kOk;
  case runtime::kInt16:
    meanQuantized(reduction, data<std::int16_t>(&input), data<std::int16_t>(&output),
                  context.scratch<std::int32_t>(kernelData.sums), kernelData);
    return Status::kOk;
  default: return unsupportedType(context, "input", input.type);
  }
}

} // namespace

constinit const Registration kMean = {schema::BuiltinOperator_MEAN, parseParams<read>, initData<Data>, prepare, invoke};

} // namespace arenascope::kernels::reference

// MEAN, SUM, REDUCE_MAX, REDUCE_MIN and REDUCE_ALL over some dimensions.
#include <algorithm>
#include <limits>

#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/fixed_point.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/quantization.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/shapes.h"

namespace arenascope::kernels::reference {

namespace {

struct Data { // OpDataReduce
  QuantizedMultiplier rescale;
  int sums;         // scratch: a sum per output element
  int resolvedAxes; // scratch: the dimensions to reduce
  int position;     // scratch: position in the input
  std::int32_t inputZeroPoint;
  std::int32_t outputZeroPoint;
  std::int32_t outputElements;
  std::int32_t axes;
  bool sameScale; // input and output have the same scale and zero point
  std::int32_t reserved;
};
static_assert(sizeof(Data) == bySize(44, 44));

void read(const schema::ReducerOptions& options, ReducerParams& params) { params.keepDims = options.keep_dims(); }

bool isQuantized(runtime::Type type) { return type == runtime::kInt8 || type == runtime::kInt16; }

// The real kernels fetch some tensors again for these checks; the temporary memory counts for the arena's peak.
Status checkAgain(Context& context, const Node& node) {
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

struct Tensors {
  TempTensor input;
  TempTensor output;
  TempTensor axis;

  Tensors(Context& context, const Node& node)
      : input(context.input(node, 0)), output(context.output(node, 0)), axis(context.input(node, 1)) {}
};

Status readTensors(Context& context, const Tensors& tensors, Data& data) {
  if (!tensors.input || !tensors.output || !tensors.axis) return missing(context, "input, output or axis");
  ARENASCOPE_TRY(checkSameType(context, *tensors.input, *tensors.output));
  if (tensors.input->dims->size > kMaxRank) return context.fail(Message() << "the input has too many dimensions");
  data.axes = elementCount(*tensors.axis->dims);
  data.outputElements = elementCount(*tensors.output->dims);
  data.inputZeroPoint = tensors.input->zeroPoint;
  data.outputZeroPoint = tensors.output->zeroPoint;
  data.sameScale =
      tensors.input->scale == tensors.output->scale && tensors.input->zeroPoint == tensors.output->zeroPoint;
  return Status::kOk;
}

std::size_t numberBytes(int count) { return sizeof(std::int32_t) * static_cast<std::size_t>(count); }

Status requestWalk(Context& context, const Tensor& input, Data& data) {
  ARENASCOPE_TRY(context.requestScratch(numberBytes(input.dims->size), &data.position));
  return context.requestScratch(numberBytes(data.axes), &data.resolvedAxes);
}

Status prepareSums(Context& context, Node& node) {
  auto& data = userData<Data>(node);
  const Tensors tensors(context, node);
  ARENASCOPE_TRY(readTensors(context, tensors, data));
  if (isQuantized(tensors.input->type)) {
    const double ratio = static_cast<double>(tensors.input->scale) / static_cast<double>(tensors.output->scale);
    ARENASCOPE_TRY(quantizeMultiplier(context, ratio, &data.rescale));
    ARENASCOPE_TRY(context.requestScratch(numberBytes(data.outputElements), &data.sums));
  }
  ARENASCOPE_TRY(requestWalk(context, *tensors.input, data));
  return checkAgain(context, node);
}

Status prepareExtremes(Context& context, Node& node) {
  ARENASCOPE_TRY(checkAgain(context, node));
  auto& data = userData<Data>(node);
  const Tensors tensors(context, node);
  ARENASCOPE_TRY(readTensors(context, tensors, data));
  return requestWalk(context, *tensors.input, data);
}

Status prepareAll(Context& context, Node& node) {
  auto& data = userData<Data>(node);
  const Tensors tensors(context, node);
  ARENASCOPE_TRY(readTensors(context, tensors, data));
  if (tensors.input->type != runtime::kBool) return unsupportedType(context, "input", tensors.input->type);
  ARENASCOPE_TRY(checkAgain(context, node));
  return requestWalk(context, *tensors.input, data);
}

// Dimensions by number, without duplicates. Returns their count, or -1 for an invalid one.
int resolveAxes(const std::int32_t* axes, int count, int rank, std::int32_t* resolved) {
  int found = 0;
  for (int i = 0; i < count; ++i) {
    const int axis = resolveAxis(axes[i], rank);
    if (axis < 0) return -1;
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

// Calls combine(output element, input element) for all inputs, in the order of the input.
template <typename Stored, typename Out, typename Combine>
void reduceInto(const Reduction& reduction, const Stored* input, Out* output, Combine combine) {
  const runtime::IntArray& dims = *reduction.dims;
  std::fill_n(reduction.position, dims.size, 0);
  const int elements = elementCount(dims);
  for (int i = 0; i < elements; ++i) {
    std::int32_t target = 0;
    for (int d = 0; d < dims.size; ++d)
      if (!reduction.reduces(d)) target = target * dims.data[d] + reduction.position[d];
    output[target] = combine(output[target], input[i]);
    for (int d = dims.size - 1; d >= 0; --d) {
      if (++reduction.position[d] < dims.data[d]) break;
      reduction.position[d] = 0;
    }
  }
}

template <typename Stored, typename Sum>
void sumUp(const Reduction& reduction, const Stored* input, Sum* sums, int outputs) {
  std::fill_n(sums, outputs, Sum{0});
  reduceInto(reduction, input, sums, [](Sum sum, Stored value) { return sum + static_cast<Sum>(value); });
}

// The mean over height and width, common in networks, with simple loops.
void meanOfImages(const runtime::IntArray& dims, const float* input, float* output) {
  const int pixels = dims.data[1] * dims.data[2];
  const int channels = dims.data[3];
  for (int b = 0; b < dims.data[0]; ++b, input += pixels * channels)
    for (int c = 0; c < channels; ++c) {
      float sum = 0.0F;
      for (int p = 0; p < pixels; ++p) sum += input[p * channels + c];
      *output++ = sum / static_cast<float>(pixels);
    }
}

void meanFloat(const Reduction& reduction, const float* input, float* output, int outputs) {
  const bool heightAndWidth =
      reduction.dims->size == 4 && reduction.axisCount == 2 && reduction.reduces(1) && reduction.reduces(2);
  if (heightAndWidth) return meanOfImages(*reduction.dims, input, output);
  sumUp(reduction, input, output, outputs);
  const auto count = static_cast<float>(reduction.inputsPerOutput());
  for (int i = 0; i < outputs; ++i) output[i] = output[i] / count;
}

// Includes the count in the multiplier, with as many extra bits as fit, so that dividing and rescaling is one step.
QuantizedMultiplier dividedBy(const QuantizedMultiplier& rescale, std::int64_t count) {
  const int bits = 63 - __builtin_clzll(static_cast<unsigned long long>(count));
  const int extra = std::min({bits, 32, 31 + rescale.shift});
  const auto multiplier = static_cast<std::int32_t>(
      static_cast<std::int64_t>(static_cast<std::uint64_t>(rescale.multiplier) << extra) / count);
  return {multiplier, rescale.shift - extra};
}

template <typename Stored>
void sumQuantized(const Reduction& reduction, const Stored* input, Stored* output, std::int32_t* sums, const Data& data,
                  bool mean) {
  sumUp(reduction, input, sums, data.outputElements);
  const std::int64_t count = reduction.inputsPerOutput();
  if (count == 0) return;
  const QuantizedMultiplier rescale = mean ? dividedBy(data.rescale, count) : data.rescale;
  for (int i = 0; i < data.outputElements; ++i) {
    const auto shifted = static_cast<std::int32_t>(sums[i] - data.inputZeroPoint * count);
    const std::int32_t result =
        multiplyByQuantizedMultiplier(shifted, rescale.multiplier, rescale.shift) + data.outputZeroPoint;
    output[i] = static_cast<Stored>(
        clamp<std::int32_t>(result, std::numeric_limits<Stored>::min(), std::numeric_limits<Stored>::max()));
  }
}

Status makeReduction(Context& context, const Node& node, Reduction& reduction) {
  const EvalTensor& input = *context.evalInput(node, 0);
  const auto& kernelData = userData<Data>(node);
  auto* axes = context.scratch<std::int32_t>(kernelData.resolvedAxes);
  const int count =
      resolveAxes(data<std::int32_t>(context.evalInput(node, 1)), kernelData.axes, input.dims->size, axes);
  if (count < 0) return context.fail(Message() << "an axis is outside the input's dimensions");
  reduction = {input.dims, axes, count, context.scratch<std::int32_t>(kernelData.position)};
  if (reduction.outputElements() == kernelData.outputElements) return Status::kOk;
  return context.fail(Message() << "the output has " << kernelData.outputElements << " elements, the axes leave "
                                << reduction.outputElements());
}

Status invokeSums(Context& context, const Node& node, bool mean) {
  Reduction reduction{};
  ARENASCOPE_TRY(makeReduction(context, node, reduction));
  const EvalTensor& input = *context.evalInput(node, 0);
  EvalTensor& output = *context.evalOutput(node, 0);
  const auto& kernelData = userData<Data>(node);
  return withType<float, std::int8_t, std::int16_t>(context, "input", input.type, [&]<typename T>() {
    if constexpr (!std::is_floating_point_v<T>)
      sumQuantized(reduction, data<T>(&input), data<T>(&output), context.scratch<std::int32_t>(kernelData.sums),
                   kernelData, mean);
    else if (mean)
      meanFloat(reduction, data<T>(&input), data<T>(&output), kernelData.outputElements);
    else
      sumUp(reduction, data<T>(&input), data<T>(&output), kernelData.outputElements);
  });
}
Status invokeMean(Context& context, Node& node) { return invokeSums(context, node, true); }
Status invokeSum(Context& context, Node& node) { return invokeSums(context, node, false); }

Status invokeExtremes(Context& context, const Node& node, bool largest) {
  Reduction reduction{};
  ARENASCOPE_TRY(makeReduction(context, node, reduction));
  const EvalTensor& input = *context.evalInput(node, 0);
  EvalTensor& output = *context.evalOutput(node, 0);
  const auto& kernelData = userData<Data>(node);
  if (input.type == runtime::kInt8 && !kernelData.sameScale)
    return context.fail(Message() << "input and output must have the same scale and zero point");
  return withType<float, std::int8_t>(context, "input", input.type, [&]<typename T>() {
    const T start = largest ? std::numeric_limits<T>::lowest() : std::numeric_limits<T>::max();
    std::fill_n(data<T>(&output), kernelData.outputElements, start);
    reduceInto(reduction, data<T>(&input), data<T>(&output), [largest](T best, T value) {
      const bool better = largest ? value > best : value < best;
      return better ? value : best;
    });
  });
}
Status invokeMax(Context& context, Node& node) { return invokeExtremes(context, node, true); }
Status invokeMin(Context& context, Node& node) { return invokeExtremes(context, node, false); }

Status invokeAll(Context& context, Node& node) {
  Reduction reduction{};
  ARENASCOPE_TRY(makeReduction(context, node, reduction));
  Truth* output = data<Truth>(context.evalOutput(node, 0));
  std::fill_n(output, userData<Data>(node).outputElements, true);
  reduceInto(reduction, data<Truth>(context.evalInput(node, 0)), output,
             [](bool all, bool value) { return all && value; });
  return Status::kOk;
}

constexpr Registration reduction(schema::BuiltinOperator code, runtime::KernelFunction prepare,
                                 runtime::KernelFunction invoke) {
  return {code, parseParams<read>, initData<Data>, prepare, invoke};
}

} // namespace

constinit const Registration kMean = reduction(schema::BuiltinOperator_MEAN, prepareSums, invokeMean);
constinit const Registration kSum = reduction(schema::BuiltinOperator_SUM, prepareSums, invokeSum);
constinit const Registration kReduceMax = reduction(schema::BuiltinOperator_REDUCE_MAX, prepareExtremes, invokeMax);
constinit const Registration kReduceMin = reduction(schema::BuiltinOperator_REDUCE_MIN, prepareExtremes, invokeMin);
constinit const Registration kReduceAll = reduction(schema::BuiltinOperator_REDUCE_ALL, prepareAll, invokeAll);

} // namespace arenascope::kernels::reference

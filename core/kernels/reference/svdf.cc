// SVDF: a fully connected layer over features, followed by one over time, in rank-reduced form. The activation state
// keeps `memory` values for each filter; every inference shifts it by one and appends the newest.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/kernels/checks.h"
#include "core/kernels/fixed_point.h"
#include "core/kernels/params.h"
#include "core/kernels/quantization.h"
#include "core/kernels/reference/registrations.h"
#include "core/kernels/tensor_access.h"

namespace arenascope::kernels::reference {

namespace {

constexpr int kInput = 0;
constexpr int kFeatureWeights = 1;
constexpr int kTimeWeights = 2;
constexpr int kBias = 3;
constexpr int kState = 4;

struct Data { // OpDataSvdf
  QuantizedMultiplier toState;
  QuantizedMultiplier toOutput;
  int filterSums; // scratch: one for each batch and filter
  int outputSums; // scratch: one for each batch and unit
  std::int32_t inputZeroPoint;
  std::int32_t outputZeroPoint;
  std::int32_t stateZeroPoint;
};
static_assert(sizeof(Data) == bySize(36, 36));

void read(const schema::SVDFOptions& options, SvdfParams& params) {
  params.rank = options.rank();
  params.activation = activationKind(options.fused_activation_function());
  params.asymmetricQuantizeInputs = options.asymmetric_quantize_inputs();
}

struct Sizes {
  int batches;
  int inputs;
  int filters;
  int units;
  int rank;
  int memory;
};

Status checkShape(Context& context, const char* what, const Tensor& tensor, int rows, int columns) {
  ARENASCOPE_TRY(checkRank(context, what, tensor, 2));
  if (tensor.dims->data[0] == rows && tensor.dims->data[1] == columns) return Status::kOk;
  return context.fail(Message() << what << " is " << tensor.dims->data[0] << "x" << tensor.dims->data[1] << ", not "
                                << rows << "x" << columns);
}

// All tensors of the operator while it is prepared, fetched in this order.
struct Tensors {
  TempTensor input;
  TempTensor features;
  TempTensor time;
  TempTensor bias;
  TempTensor state;
  TempTensor output;

  Tensors(Context& context, const Node& node)
      : input(context.input(node, kInput)), features(context.input(node, kFeatureWeights)),
        time(context.input(node, kTimeWeights)), bias(context.input(node, kBias)), state(context.input(node, kState)),
        output(context.output(node, 0)) {}
  bool complete() const { return input && features && time && state && output; }
};

Status measure(Context& context, const Tensors& tensors, int rank, Sizes* sizes) {
  ARENASCOPE_TRY(checkRank(context, "input", *tensors.input, 2));
  ARENASCOPE_TRY(checkRank(context, "feature weights", *tensors.features, 2));
  ARENASCOPE_TRY(checkRank(context, "time weights", *tensors.time, 2));
  const int filters = tensors.features->dims->data[0];
  if (rank <= 0 || filters % rank != 0)
    return context.fail(Message() << filters << " filters are not a multiple of rank " << rank);
  *sizes = Sizes{.batches = tensors.input->dims->data[0],
                 .inputs = tensors.input->dims->data[1],
                 .filters = filters,
                 .units = filters / rank,
                 .rank = rank,
                 .memory = tensors.time->dims->data[1]};
  ARENASCOPE_TRY(checkShape(context, "output", *tensors.output, sizes->batches, sizes->units));
  ARENASCOPE_TRY(checkShape(context, "feature weights", *tensors.features, filters, sizes->inputs));
  ARENASCOPE_TRY(checkShape(context, "time weights", *tensors.time, filters, sizes->memory));
  ARENASCOPE_TRY(checkShape(context, "activation state", *tensors.state, sizes->batches, sizes->memory * filters));
  if (sizes->memory <= 0 || sizes->filters <= 0 || sizes->batches <= 0)
    return context.fail(Message() << "batches, filters and memory must be at least 1");
  if (tensors.bias && elementCount(*tensors.bias->dims) != sizes->units)
    return context.fail(Message() << "the bias has " << elementCount(*tensors.bias->dims) << " elements for "
                                  << sizes->units << " units");
  if (!tensors.state->isVariable) return context.fail(Message() << "the activation state is not a variable tensor");
  return Status::kOk;
}

Status prepareInt8(Context& context, const Tensors& tensors, const Sizes& sizes, Data& data) {
  const runtime::Type stateType = tensors.state->type;
  if (tensors.features->type != runtime::kInt8 || tensors.output->type != runtime::kInt8 ||
      tensors.time->type != stateType || (stateType != runtime::kInt16 && stateType != runtime::kInt8))
    return context.fail(Message() << "8-bit SVDF needs 8-bit features and output, and time weights and state of "
                                     "the same 8- or 16-bit type");
  if (!tensors.bias || tensors.bias->type != runtime::kInt32)
    return context.fail(Message() << "8-bit SVDF needs a 32-bit bias");
  const float stateScale = tensors.state->scale;
  const float timeScale = tensors.time->scale;
  if (!(std::abs(static_cast<double>(tensors.bias->scale) - static_cast<double>(stateScale * timeScale)) < 1e-5))
    return context.fail(Message() << "the bias's scale is not that of state times time weights");
  const auto toState = static_cast<double>(tensors.input->scale * tensors.features->scale / stateScale);
  const auto toOutput = static_cast<double>(stateScale * timeScale / tensors.output->scale);
  ARENASCOPE_TRY(quantizeMultiplier(context, toState, &data.toState));
  ARENASCOPE_TRY(quantizeMultiplier(context, toOutput, &data.toOutput));
  data.inputZeroPoint = tensors.input->zeroPoint;
  data.outputZeroPoint = tensors.output->zeroPoint;
  data.stateZeroPoint = tensors.state->zeroPoint;
  const auto bytes = [&](int count) { return sizeof(std::int32_t) * static_cast<std::size_t>(sizes.batches * count); };
  ARENASCOPE_TRY(context.requestScratch(bytes(sizes.filters), &data.filterSums));
  return context.requestScratch(bytes(sizes.units), &data.outputSums);
}

Status prepareFloat(Context& context, const Tensors& tensors, const Sizes& sizes, Data& data) {
  for (const Tensor* tensor : {&*tensors.features, &*tensors.time, &*tensors.state, &*tensors.output})
    if (tensor->type != runtime::kFloat32) return unsupportedType(context, "with a float input, ", tensor->type);
  if (tensors.bias && tensors.bias->type != runtime::kFloat32)
    return unsupportedType(context, "bias", tensors.bias->type);
  return context.requestScratch(sizeof(float) * static_cast<std::size_t>(sizes.batches * sizes.filters),
                                &data.filterSums);
}

Status prepare(Context& context, Node& node) {
  const Tensors tensors(context, node);
  if (!tensors.complete()) return missing(context, "input, weights, state or output");
  if (node.inputs->size != 5) return context.fail(Message() << "SVDF has 5 inputs, not " << node.inputs->size);
  Sizes sizes{};
  ARENASCOPE_TRY(measure(context, tensors, params<SvdfParams>(node).rank, &sizes));
  auto& data = userData<Data>(node);
  if (tensors.input->type == runtime::kInt8) return prepareInt8(context, tensors, sizes, data);
  if (tensors.input->type == runtime::kFloat32) return prepareFloat(context, tensors, sizes, data);
  return unsupportedType(context, "input", tensors.input->type);
}

struct Layer {
  const EvalTensor* input;
  const EvalTensor* features;
  const EvalTensor* time;
  const EvalTensor* bias;
  EvalTensor* state;
  EvalTensor* output;
  Sizes sizes;
};

template <typename State>
void shiftState(const Layer& layer) {
  auto* state = data<State>(layer.state);
  std::copy(state + 1, state + elementCount(*layer.state->dims), state);
}

template <typename State>
void invokeInt8(Context& context, const Layer& layer, const Data& kernelData) {
  const Sizes& sizes = layer.sizes;
  shiftState<State>(layer);
  auto* state = data<State>(layer.state);
  constexpr std::int32_t kLowest = std::numeric_limits<State>::min();
  constexpr std::int32_t kHighest = std::numeric_limits<State>::max();
  for (int b = 0; b < sizes.batches; ++b) {
    const auto* weights = data<std::int8_t>(layer.features);
    const auto* input = data<std::int8_t>(layer.input) + b * sizes.inputs;
    for (int f = 0; f < sizes.filters; ++f) {
      std::int32_t sum = 0;
      for (int c = 0; c < sizes.inputs; ++c) sum += *weights++ * (input[c] - kernelData.inputZeroPoint);
      const std::int32_t scaled =
          multiplyByQuantizedMultiplier(sum, kernelData.toState.multiplier, kernelData.toState.shift);
      state[(b * sizes.filters + f + 1) * sizes.memory - 1] =
          static_cast<State>(kernelData.stateZeroPoint + clamp(scaled, kLowest, kHighest));
    }
  }
  auto* filterSums = context.scratch<std::int32_t>(kernelData.filterSums);
  for (int b = 0; b < sizes.batches; ++b) {
    const auto* weights = data<State>(layer.time);
    for (int f = 0; f < sizes.filters; ++f) {
      const State* history = state + (b * sizes.filters + f) * sizes.memory;
      std::int32_t sum = 0;
      for (int m = 0; m < sizes.memory; ++m) sum += *weights++ * (history[m] - kernelData.stateZeroPoint);
      filterSums[b * sizes.filters + f] = sum;
    }
  }
  const auto* bias = data<std::int32_t>(layer.bias);
  auto* outputSums = context.scratch<std::int32_t>(kernelData.outputSums);
  auto* output = data<std::int8_t>(layer.output);
  for (int u = 0; u < sizes.batches * sizes.units; ++u) {
    std::int32_t sum = bias == nullptr ? 0 : bias[u % sizes.units];
    for (int r = 0; r < sizes.rank; ++r) sum += filterSums[u * sizes.rank + r];
    outputSums[u] = sum;
    const std::int32_t scaled =
        multiplyByQuantizedMultiplier(sum, kernelData.toOutput.multiplier, kernelData.toOutput.shift);
    output[u] = static_cast<std::int8_t>(clamp<std::int32_t>(scaled + kernelData.outputZeroPoint, -128, 127));
  }
}

float activate(runtime::Activation activation, float x) {
  const auto larger = [](float a, float b) { return a > b ? a : b; };
  const auto smaller = [](float a, float b) { return a < b ? a : b; };
  switch (activation) {
  case runtime::kActRelu: return larger(0.0F, x);
  case runtime::kActReluN1To1: return larger(-1.0F, smaller(x, 1.0F));
  case runtime::kActRelu6: return larger(0.0F, smaller(x, 6.0F));
  case runtime::kActTanh: return std::tanh(x);
  case runtime::kActSignBit: return std::signbit(x) ? 1.0F : 0.0F;
  case runtime::kActSigmoid: return 1.0F / (1.0F + std::exp(-x));
  case runtime::kActNone: break;
  }
  return x;
}

void invokeFloat(Context& context, const Layer& layer, const Data& kernelData, runtime::Activation activation) {
  const Sizes& sizes = layer.sizes;
  shiftState<float>(layer);
  auto* state = data<float>(layer.state);
  for (int b = 0; b < sizes.batches; ++b) {
    const auto* weights = data<float>(layer.features);
    const auto* input = data<float>(layer.input) + b * sizes.inputs;
    for (int f = 0; f < sizes.filters; ++f) {
      float sum = 0.0F;
      for (int c = 0; c < sizes.inputs; ++c) sum += *weights++ * input[c];
      state[(b * sizes.filters + f + 1) * sizes.memory - 1] = sum;
    }
  }
  auto* filterSums = context.scratch<float>(kernelData.filterSums);
  for (int b = 0; b < sizes.batches; ++b) {
    const auto* weights = data<float>(layer.time);
    for (int f = 0; f < sizes.filters; ++f) {
      const float* history = state + (b * sizes.filters + f) * sizes.memory;
      float sum = 0.0F;
      for (int m = 0; m < sizes.memory; ++m) sum += *weights++ * history[m];
      filterSums[b * sizes.filters + f] = sum;
    }
  }
  const auto* bias = data<float>(layer.bias);
  auto* output = data<float>(layer.output);
  for (int u = 0; u < sizes.batches * sizes.units; ++u) {
    float sum = bias == nullptr ? 0.0F : bias[u % sizes.units];
    for (int r = 0; r < sizes.rank; ++r) sum += filterSums[u * sizes.rank + r];
    output[u] = activate(activation, sum);
  }
}

Status invoke(Context& context, Node& node) {
  const auto& options = params<SvdfParams>(node);
  const auto& kernelData = userData<Data>(node);
  Layer layer{context.evalInput(node, kInput),
              context.evalInput(node, kFeatureWeights),
              context.evalInput(node, kTimeWeights),
              context.evalInput(node, kBias),
              context.evalInput(node, kState),
              context.evalOutput(node, 0),
              Sizes{}};
  const int filters = layer.features->dims->data[0];
  layer.sizes = Sizes{.batches = layer.input->dims->data[0],
                      .inputs = layer.input->dims->data[1],
                      .filters = filters,
                      .units = filters / options.rank,
                      .rank = options.rank,
                      .memory = layer.time->dims->data[1]};
  if (layer.input->type == runtime::kFloat32)
    invokeFloat(context, layer, kernelData, options.activation);
  else if (layer.time->type == runtime::kInt16)
    invokeInt8<std::int16_t>(context, layer, kernelData);
  else
    invokeInt8<std::int8_t>(context, layer, kernelData);
  return Status::kOk;
}

} // namespace

constinit const Registration kSvdf = {schema::BuiltinOperator_SVDF, parseParams<read>, initData<Data>, prepare, invoke};

} // namespace arenascope::kernels::reference

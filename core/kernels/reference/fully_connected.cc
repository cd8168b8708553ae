// FULLY_CONNECTED: output[batch][channel] = sum over depth of input[batch][depth] · filter[channel][depth].
#include "core/kernels/checks.h"
#include "core/kernels/fixed_point.h"
#include "core/kernels/params.h"
#include "core/kernels/quantization.h"
#include "core/kernels/reference/registrations.h"
#include "core/kernels/tensor_access.h"

namespace arenascope::kernels::reference {

namespace {

constexpr int kInput = 0;
constexpr int kFilter = 1;
constexpr int kBias = 2;
constexpr int kOutput = 0;

struct Data { // OpDataFullyConnected
  QuantizedMultiplier output;
  IntRange activation;
  std::int32_t reserved;
  std::int32_t inputZeroPoint;
  std::int32_t filterZeroPoint;
  std::int32_t outputZeroPoint;
  int unpackedFilter;        // scratch buffer for 4-bit filters
  std::int32_t* multipliers; // one for each channel, where the filter has one scale for each
  std::int32_t* shifts;
  bool perChannel;
};
static_assert(sizeof(Data) == bySize(48, 64));

void read(const schema::FullyConnectedOptions& options, FullyConnectedParams& params) {
  params.activation = activationKind(options.fused_activation_function());
  params.keepNumDims = options.keep_num_dims();
  params.asymmetricQuantizeInputs = options.asymmetric_quantize_inputs();
  params.weightsFormat = options.weights_format() == schema::FullyConnectedOptionsWeightsFormat_DEFAULT
                             ? kWeightsDefault
                             : kWeightsShuffled;
  if (options.quantized_bias_type() == schema::TensorType_INT32) params.quantizedBiasType = runtime::kInt32;
}

Status checkTypes(Context& context, const Tensor& input, const Tensor& filter, const Tensor& output) {
  ARENASCOPE_TRY(checkSameType(context, input, output));
  const bool fits =
      (input.type == runtime::kFloat32 && filter.type == runtime::kFloat32) ||
      (input.type == runtime::kInt8 && (filter.type == runtime::kInt8 || filter.type == runtime::kInt4)) ||
      (input.type == runtime::kInt16 && filter.type == runtime::kInt8);
  if (fits) return Status::kOk;
  return context.fail(Message() << "input type " << runtime::typeName(input.type) << " with filter type "
                                << runtime::typeName(filter.type) << " is not supported");
}

Status checkShapes(Context& context, const Tensor& input, const Tensor& filter, const Tensor* bias,
                   const Tensor& output) {
  ARENASCOPE_TRY(checkRank(context, "filter", filter, 2));
  if (output.dims->size < 1 || input.dims->size < 1)
    return context.fail(Message() << "input and output need at least one dimension");
  const int channels = filter.dims->data[0];
  const int depth = filter.dims->data[1];
  const int outputs = elementCount(*output.dims);
  const bool fits = depth > 0 && channels > 0 && lastDimension(*output.dims) == channels &&
                    outputs / channels * depth <= elementCount(*input.dims) &&
                    (bias == nullptr || elementCount(*bias->dims) >= channels);
  if (fits) return Status::kOk;
  return context.fail(Message() << "the shapes do not fit: " << elementCount(*input.dims) << " input elements, filter "
                                << channels << "x" << depth << ", " << outputs << " output elements");
}

Status computePerChannel(Context& context, const Tensor& input, const Tensor& filter, const Tensor& output,
                         Data& data) {
  const runtime::AffineQuantization& quantization = *filter.quantization;
  const int channels = quantization.scale->size;
  if (filter.type == runtime::kInt4)
    return context.fail(Message() << "4-bit filters with a scale for each channel are not supported");
  if (quantization.quantizedDimension < 0 || quantization.quantizedDimension >= filter.dims->size ||
      filter.dims->data[quantization.quantizedDimension] != channels || channels != filter.dims->data[0])
    return context.fail(Message() << "the filter has " << channels << " scales for " << filter.dims->data[0]
                                  << " channels");
  data.perChannel = true;
  const std::size_t bytes = sizeof(std::int32_t) * static_cast<std::size_t>(channels);
  data.multipliers = static_cast<std::int32_t*>(context.allocatePersistent(bytes));
  data.shifts = static_cast<std::int32_t*>(context.allocatePersistent(bytes));
  if (data.multipliers == nullptr || data.shifts == nullptr) return Status::kError;
  const float* scales = quantization.scale->data;
  for (int i = 0; i < channels; ++i) {
    QuantizedMultiplier result{};
    ARENASCOPE_TRY(quantizeMultiplier(
        context, static_cast<double>(input.scale) * static_cast<double>(scales[i]) / static_cast<double>(output.scale),
        &result));
    data.multipliers[i] = result.multiplier;
    data.shifts[i] = result.shift;
  }
  return Status::kOk;
}

Status computeData(Context& context, runtime::Activation activation, const Tensor& input, const Tensor& filter,
                   const Tensor* bias, const Tensor& output, Data& data) {
  if (input.type == runtime::kFloat32) return Status::kOk;
  if (filter.quantization != nullptr && filter.quantization->scale->size > 1) {
    ARENASCOPE_TRY(computePerChannel(context, input, filter, output, data));
  } else {
    double multiplier = 0.0;
    ARENASCOPE_TRY(layerMultiplier(context, input, filter, bias, output, &multiplier));
    ARENASCOPE_TRY(quantizeMultiplier(context, multiplier, &data.output));
  }
  data.inputZeroPoint = input.zeroPoint;
  data.filterZeroPoint = filter.zeroPoint;
  data.outputZeroPoint = output.zeroPoint;
  return activationRange(context, activation, output, &data.activation);
}

Status prepare(Context& context, Node& node) {
  auto& data = userData<Data>(node);
  const TempTensor input = context.input(node, kInput);
  if (!input) return missing(context, "input");
  const TempTensor filter = context.input(node, kFilter);
  if (!filter) return missing(context, "filter");
  const TempTensor bias = context.input(node, kBias);
  const TempTensor output = context.output(node, kOutput);
  if (!output) return missing(context, "output");
  const Tensor* biasTensor = bias ? &*bias : nullptr;
  ARENASCOPE_TRY(checkTypes(context, *input, *filter, *output));
  if (bias) ARENASCOPE_TRY(checkBiasType(context, *input, *bias));
  ARENASCOPE_TRY(checkShapes(context, *input, *filter, biasTensor, *output));
  if (filter->type == runtime::kInt4)
    ARENASCOPE_TRY(context.requestScratch(static_cast<std::size_t>(elementCount(*filter->dims)), &data.unpackedFilter));
  return computeData(context, params<FullyConnectedParams>(node).activation, *input, *filter, biasTensor, *output,
                     data);
}

struct Layer {
  const EvalTensor* input;
  const EvalTensor* filter;
  const EvalTensor* bias;
  EvalTensor* output;
};

template <typename Sum, typename Stored, typename Weight, typename Finish>
void multiply(const Layer& layer, const Weight* filter, std::int32_t inputOffset, std::int32_t filterOffset,
              Finish finish) {
  const auto* input = data<Stored>(layer.input);
  auto* output = data<Stored>(layer.output);
  const int channels = layer.filter->dims->data[0];
  const int depth = layer.filter->dims->data[1];
  const int batches = elementCount(*layer.output->dims) / channels;
  for (int b = 0; b < batches; ++b) {
    for (int channel = 0; channel < channels; ++channel) {
      const Stored* values = input + b * depth;
      const Weight* weights = filter + channel * depth;
      Sum sum = 0;
      for (int d = 0; d < depth; ++d)
        sum += operand<Sum>(weights[d], filterOffset) * operand<Sum>(values[d], inputOffset);
      output[channels * b + channel] = finish(sum, channel);
    }
  }
}

void invokeFloat(const Layer& layer, runtime::Activation activation) {
  const FloatRange range = activationRange(activation);
  const auto* bias = data<float>(layer.bias);
  multiply<float, float>(layer, data<float>(layer.filter), 0, 0, [&](float sum, int channel) {
    const float biasValue = bias == nullptr ? 0.0F : bias[channel];
    return clamp(sum + biasValue, range.min, range.max);
  });
}

template <typename Sum, typename Stored>
void invokeQuantized(const Layer& layer, const std::int8_t* filter, const Data& kernelData) {
  const auto* bias = data<Sum>(layer.bias);
  const auto finish = [&kernelData, bias](Sum sum, int channel, std::int32_t multiplier, int shift) {
    if (bias != nullptr) sum += constantAt(bias, channel);
    const std::int32_t scaled = multiplyByQuantizedMultiplier(sum, multiplier, shift);
    return static_cast<Stored>(
        clamp(scaled + kernelData.outputZeroPoint, kernelData.activation.min, kernelData.activation.max));
  };
  const std::int32_t inputOffset = -kernelData.inputZeroPoint;
  if (kernelData.perChannel) // then the filter has no zero point
    multiply<Sum, Stored>(layer, filter, inputOffset, 0, [&kernelData, finish](Sum sum, int channel) {
      return finish(sum, channel, kernelData.multipliers[channel], kernelData.shifts[channel]);
    });
  else
    multiply<Sum, Stored>(layer, filter, inputOffset, -kernelData.filterZeroPoint,
                          [&kernelData, finish](Sum sum, int channel) {
                            return finish(sum, channel, kernelData.output.multiplier, kernelData.output.shift);
                          });
}

const std::int8_t* filterInt8(Context& context, const EvalTensor& filter, const Data& kernelData) {
  const auto* stored = data<std::int8_t>(&filter);
  if (filter.type != runtime::kInt4) return stored;
  auto* unpacked = context.scratch<std::int8_t>(kernelData.unpackedFilter);
  unpackInt4(stored, elementCount(*filter.dims), unpacked);
  return unpacked;
}

Status invoke(Context& context, Node& node) {
  const auto& options = params<FullyConnectedParams>(node);
  const auto& kernelData = userData<Data>(node);
  const Layer layer{context.evalInput(node, kInput), context.evalInput(node, kFilter), context.evalInput(node, kBias),
                    context.evalOutput(node, kOutput)};
  switch (layer.input->type) {
  case runtime::kFloat32: invokeFloat(layer, options.activation); return Status::kOk;
  case runtime::kInt8:
    invokeQuantized<std::int32_t, std::int8_t>(layer, filterInt8(context, *layer.filter, kernelData), kernelData);
    return Status::kOk;
  case runtime::kInt16: {
    const runtime::Type biasType = layer.bias == nullptr ? options.quantizedBiasType : layer.bias->type;
    const auto* filter = data<std::int8_t>(layer.filter);
    if (biasType == runtime::kInt32)
      invokeQuantized<std::int32_t, std::int16_t>(layer, filter, kernelData);
    else
      invokeQuantized<std::int64_t, std::int16_t>(layer, filter, kernelData);
    return Status::kOk;
  }
  default: return unsupportedType(context, "input", layer.input->type);
  }
}

} // namespace

constinit const Registration kFullyConnected = {schema::BuiltinOperator_FULLY_CONNECTED, parseParams<read>,
                                                initData<Data>, prepare, invoke};

} // namespace arenascope::kernels::reference

#include "core/interpreter/kernels/fully_connected.h"

#include "core/interpreter/runtime/variant.h"

namespace arenascope::kernels {

namespace {

Status checkTypes(Context& context, const Tensor& input, const Tensor& filter, const Tensor& output) {
  ARENASCOPE_TRY(checkSameType(context, input, output));
  const bool fits =
      (input.type == runtime::kFloat32 && filter.type == runtime::kFloat32) ||
      (input.type == runtime::kInt8 && (filter.type == runtime::kInt8 || filter.type == runtime::kInt4)) ||
      (input.type == runtime::kInt16 && filter.type == runtime::kInt8);
  const bool hybrid = input.type == runtime::kFloat32 && filter.type == runtime::kInt8;
  if (fits || (hybrid && runtime::takesHybridLayers())) return Status::kOk;
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
                    std::int64_t{outputs} / channels * depth <= elementCount(*input.dims) &&
                    (bias == nullptr || elementCount(*bias->dims) >= channels);
  if (fits) return Status::kOk;
  return context.fail(Message() << "the shapes do not fit: " << elementCount(*input.dims) << " input elements, filter "
                                << channels << "x" << depth << ", " << outputs << " output elements");
}

Status computePerChannel(Context& context, const Tensor& input, const Tensor& filter, const Tensor& output,
                         FullyConnectedData& data) {
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

} // namespace

Status PreparedLayer::check(Context& context) const {
  if (!input) return missing(context, "input");
  if (!filter) return missing(context, "filter");
  if (!output) return missing(context, "output");
  ARENASCOPE_TRY(checkTypes(context, *input, *filter, *output));
  if (bias) ARENASCOPE_TRY(checkBiasType(context, *input, *bias));
  return checkShapes(context, *input, *filter, bias ? &*bias : nullptr, *output);
}

Status prepareFullyConnected(Context& context, const PreparedLayer& layer, runtime::Activation activation,
                             FullyConnectedData& data) {
  const Tensor& input = *layer.input;
  const Tensor& filter = *layer.filter;
  if (input.type == runtime::kFloat32) return Status::kOk;
  if (filter.quantization != nullptr && filter.quantization->scale->size > 1) {
    ARENASCOPE_TRY(computePerChannel(context, input, filter, *layer.output, data));
  } else {
    double multiplier = 0.0;
    ARENASCOPE_TRY(
        layerMultiplier(context, input, filter, layer.bias ? &*layer.bias : nullptr, *layer.output, &multiplier));
    ARENASCOPE_TRY(quantizeMultiplier(context, multiplier, &data.output));
  }
  data.inputZeroPoint = input.zeroPoint;
  data.filterZeroPoint = filter.zeroPoint;
  data.outputZeroPoint = layer.output->zeroPoint;
  return activationRange(context, activation, *layer.output, &data.activation);
}

Layer fullyConnectedLayer(Context& context, const Node& node) {
  return {context.evalInput(node, 0), context.evalInput(node, 1), context.evalInput(node, 2),
          context.evalOutput(node, 0)};
}

void readFullyConnected(const schema::FullyConnectedOptions& options, FullyConnectedParams& params) {
  params.activation = activationKind(options.fused_activation_function());
  params.keepNumDims = options.keep_num_dims();
  params.asymmetricQuantizeInputs = options.asymmetric_quantize_inputs();
  params.weightsFormat = options.weights_format() == schema::FullyConnectedOptionsWeightsFormat_DEFAULT
                             ? kWeightsDefault
                             : kWeightsShuffled;
  if (options.quantized_bias_type() == schema::TensorType_INT32) params.quantizedBiasType = runtime::kInt32;
}

} // namespace arenascope::kernels

#include "core/interpreter/kernels/convolution.h"

namespace arenascope::kernels {

namespace {

constexpr int kInput = 0;
constexpr int kFilter = 1;
constexpr int kBias = 2;
constexpr int kOutput = 0;

bool isQuantizedType(runtime::Type type) { return type == runtime::kInt8 || type == runtime::kInt16; }

Status checkTypes(Context& context, const Tensor& input, const Tensor& filter, const Tensor& output) {
  ARENASCOPE_TRY(checkSameType(context, input, output));
  const bool supported =
      (input.type == runtime::kFloat32 && filter.type == runtime::kFloat32) ||
      (input.type == runtime::kInt16 && filter.type == runtime::kInt8) ||
      (input.type == runtime::kInt8 && (filter.type == runtime::kInt8 || filter.type == runtime::kInt4));
  if (supported) return Status::kOk;
  return context.fail(Message() << "hybrid convolutions are not supported: input " << runtime::typeName(input.type)
                                << ", filter " << runtime::typeName(filter.type));
}

Status checkShapes(Context& context, const ConvKind& kind, const Tensor& input, const Tensor& filter,
                   const Tensor& output) {
  ARENASCOPE_TRY(checkRank(context, "input", input, 4));
  ARENASCOPE_TRY(checkRank(context, "filter", filter, 4));
  ARENASCOPE_TRY(checkRank(context, "output", output, 4));
  const std::int32_t* in = input.dims->data;
  const std::int32_t* weights = filter.dims->data;
  const int outputChannels = output.dims->data[3];
  const bool channelsFit = weights[kind.channelDimension] == outputChannels && in[0] == output.dims->data[0];
  const bool groupsFit = kind.depthwise || (weights[3] > 0 && in[3] >= weights[3] && in[3] % weights[3] == 0 &&
                                            outputChannels % (in[3] / weights[3]) == 0);
  if (channelsFit && groupsFit) return Status::kOk;
  return context.fail(Message() << "the filter's shape does not fit: input channels " << in[3] << ", filter "
                                << weights[0] << "x" << weights[1] << "x" << weights[2] << "x" << weights[3]
                                << ", output channels " << outputChannels);
}

Status checkFilterScales(Context& context, const Tensor& input, const Tensor& filter, int channels, bool both) {
  if (!both && input.type != runtime::kInt8) return Status::kOk;
  if (!isQuantizedType(input.type)) return Status::kOk;
  if (filter.quantization == nullptr) return context.fail(Message() << "the filter has no quantization parameters");
  const int scales = filter.quantization->scale->size;
  if (scales == 1 || scales == channels) return Status::kOk;
  return context.fail(Message() << "the filter has " << scales << " scales for " << channels << " channels");
}

// Fetches the tensors a second time, as the real kernels do: their temporary memory counts.
Status computeData(Context& context, Node& node, int channels, runtime::Activation activation, ConvData& data) {
  ARENASCOPE_TRY(checkCounts(context, node, 2, 3));
  const TempTensor input = context.input(node, kInput);
  if (!input) return missing(context, "input");
  const TempTensor filter = context.input(node, kFilter);
  if (!filter) return missing(context, "filter");
  const TempTensor bias = context.input(node, kBias);
  if (bias && elementCount(*bias->dims) != channels)
    return context.fail(Message() << "the bias has " << elementCount(*bias->dims) << " elements for " << channels
                                  << " channels");
  if (bias) ARENASCOPE_TRY(checkBiasType(context, *input, *bias));
  const TempTensor output = context.output(node, kOutput);
  if (!output) return missing(context, "output");
  if (input->type != runtime::kFloat32) {
    ARENASCOPE_TRY(convolutionMultipliers(context, *input, *filter, *output, channels, data.multipliers, data.shifts));
    ARENASCOPE_TRY(activationRange(context, activation, *output, &data.activation));
  }
  data.inputZeroPoint = input->zeroPoint;
  data.filterZeroPoint = filter->zeroPoint;
  data.outputZeroPoint = output->zeroPoint;
  return Status::kOk;
}

bool positive(const ConvGeometry& geometry) {
  return geometry.strideWidth > 0 && geometry.strideHeight > 0 && geometry.dilationWidth > 0 &&
         geometry.dilationHeight > 0;
}

Status allocateTables(Context& context, int channels, ConvData& data) {
  const std::size_t bytes = sizeof(std::int32_t) * static_cast<std::size_t>(channels);
  data.multipliers = static_cast<std::int32_t*>(context.allocatePersistent(bytes));
  data.shifts = static_cast<std::int32_t*>(context.allocatePersistent(bytes));
  return data.multipliers == nullptr || data.shifts == nullptr ? Status::kError : Status::kOk;
}

Status prepareFetched(Context& context, Node& node, const ConvKind& kind, const PreparedConv& tensors,
                      PaddingKind padding, runtime::Activation activation, const ConvGeometry& geometry) {
  auto& data = userData<ConvData>(node);
  const auto& [input, filter, output] = tensors;
  ARENASCOPE_TRY(checkTypes(context, input, filter, output));
  ARENASCOPE_TRY(checkShapes(context, kind, input, filter, output));
  if (!positive(geometry)) return context.fail(Message() << "stride and dilation must be at least 1");
  const int channels = filter.dims->data[kind.channelDimension];
  if (kind.floatTables || input.type != runtime::kFloat32) ARENASCOPE_TRY(allocateTables(context, channels, data));
  ARENASCOPE_TRY(checkFilterScales(context, input, filter, channels, !kind.depthwise));
  data.padding = windowPadding(
      padding, {input.dims->data[1], filter.dims->data[1], geometry.strideHeight, geometry.dilationHeight},
      {input.dims->data[2], filter.dims->data[2], geometry.strideWidth, geometry.dilationWidth});
  return computeData(context, node, channels, activation, data);
}

} // namespace

Status prepareConvolution(Context& context, Node& node, const ConvKind& kind, PaddingKind padding,
                          runtime::Activation activation, const ConvGeometry& geometry,
                          ConvScratchRequest requestScratch) {
  const TempTensor early = kind.outputFirst ? context.output(node, kOutput) : TempTensor();
  const TempTensor input = context.input(node, kInput);
  const TempTensor filter = context.input(node, kFilter);
  const TempTensor late = kind.outputFirst ? TempTensor() : context.output(node, kOutput);
  const TempTensor& output = kind.outputFirst ? early : late;
  if (!input || !filter || !output) return missing(context, "input, filter or output");
  const PreparedConv tensors{*input, *filter, *output};
  ARENASCOPE_TRY(prepareFetched(context, node, kind, tensors, padding, activation, geometry));
  return requestScratch(context, node, tensors);
}

Status checkZeroPoints(Context& context, const PreparedConv& tensors) {
  const bool none = tensors.input.zeroPoint == 0 && tensors.output.zeroPoint == 0;
  if (none || tensors.input.type != runtime::kInt16) return Status::kOk;
  return context.fail(Message() << "16-bit tensors must have zero point 0");
}

Status checkDepthMultiplier(Context& context, const Node& node, int depthMultiplier) {
  const EvalTensor& input = *context.evalInput(node, kInput);
  const EvalTensor& filter = *context.evalInput(node, kFilter);
  if (depthMultiplier > 0 && filter.dims->data[3] == std::int64_t{input.dims->data[3]} * depthMultiplier)
    return Status::kOk;
  return context.fail(Message() << "the filter has " << filter.dims->data[3] << " channels, " << input.dims->data[3]
                                << " input channels with depth multiplier " << depthMultiplier
                                << " need another number");
}

ConvTensors convTensors(Context& context, const Node& node) {
  return {context.evalInput(node, kInput), context.evalInput(node, kFilter), context.evalInput(node, kBias),
          context.evalOutput(node, kOutput)};
}

Status requestUnpackedFilter(Context& context, const Tensor& filter, ConvData& data) {
  if (filter.type != runtime::kInt4) return Status::kOk;
  return context.requestScratch(static_cast<std::size_t>(elementCount(*filter.dims)), &data.unpackedFilter);
}

const std::int8_t* filterInt8(Context& context, const ConvTensors& tensors, const ConvData& data) {
  const auto* stored = kernels::data<std::int8_t>(tensors.filter);
  if (tensors.filter->type != runtime::kInt4) return stored;
  auto* unpacked = context.scratch<std::int8_t>(data.unpackedFilter);
  unpackInt4(stored, elementCount(*tensors.filter->dims), unpacked);
  return unpacked;
}

void readConv(const schema::Conv2DOptions& options, ConvParams& params) {
  params = ConvParams{.padding = paddingKind(options.padding()),
                      .strideWidth = options.stride_w(),
                      .strideHeight = options.stride_h(),
                      .activation = activationKind(options.fused_activation_function()),
                      .dilationWidth = options.dilation_w_factor(),
                      .dilationHeight = options.dilation_h_factor(),
                      .quantizedBiasType = runtime::kNoType};
  if (options.quantized_bias_type() == schema::TensorType_INT32) params.quantizedBiasType = runtime::kInt32;
}

void readDepthwiseConv(const schema::DepthwiseConv2DOptions& options, DepthwiseConvParams& params) {
  params = DepthwiseConvParams{.padding = paddingKind(options.padding()),
                               .strideWidth = options.stride_w(),
                               .strideHeight = options.stride_h(),
                               .depthMultiplier = options.depth_multiplier(),
                               .activation = activationKind(options.fused_activation_function()),
                               .dilationWidth = options.dilation_w_factor(),
                               .dilationHeight = options.dilation_h_factor()};
}

} // namespace arenascope::kernels

// DEPTHWISE_CONV_2D for 8-bit values: four channels at a time if each input channel has one filter.
#include "core/interpreter/kernels/cmsis_nn/depthwise.h"
#include "core/interpreter/kernels/cmsis_nn/dsp.h"
#include "core/interpreter/kernels/cmsis_nn/earlier.h"
#include "core/interpreter/kernels/cmsis_nn/registrations.h"
#include "core/interpreter/kernels/cmsis_nn/scratch.h"
#include "core/interpreter/kernels/cmsis_nn/vector_kernels.h"
#include "core/interpreter/kernels/reference/other_types.h"

namespace arenascope::kernels::cmsis_nn {

namespace {

struct Data { // the OpData of this kernel
  ConvData conv;
  int window; // scratch buffer
};
static_assert(sizeof(Data) == bySize(60, 80));

constexpr int kMostInColumns = 16; // bytes, of four columns of a value, each from a multiple of four

DepthwiseShape depthwiseShape(const DepthwiseConvParams& options, const ConvData& kernelData,
                              const runtime::IntArray& input, const runtime::IntArray& filter) {
  return {.filter = {filter.data[2], filter.data[1]},
          .inputChannels = input.data[3],
          .outputChannels = filter.data[3],
          .batches = input.data[0],
          .dilated = options.dilationWidth != 1 || options.dilationHeight != 1,
          .padWidth = kernelData.padding.width,
          .padHeight = kernelData.padding.height};
}

Status requestWindow(Context& context, const Node& node, const PreparedConv& tensors) {
  ARENASCOPE_TRY(checkZeroPoints(context, tensors));
  const auto& options = params<DepthwiseConvParams>(node);
  ARENASCOPE_TRY(checkDepthMultiplier(context, node, options.depthMultiplier));
  if (tensors.input.type != runtime::kInt8) return Status::kOk;
  auto& kernelData = userData<Data>(node);
  const DepthwiseShape shape = depthwiseShape(options, kernelData.conv, *tensors.input.dims, *tensors.filter.dims);
  const bool packed = tensors.filter.type == runtime::kInt4;
  if constexpr (runtime::kHasVariants) {
    if (runtime::isBefore(kAnyStride) && !packed)
      return requestAsEarlier(context, earlierDepthwiseInt8Bytes(shape), depthwiseInt8Bytes(shape, kHasDsp),
                              &kernelData.window);
  }
  if (runtime::hasVectors())
    return requestScratchIfAny(context,
                               packed ? depthwiseVectorInt4Bytes(shape)
                                      : depthwiseVectorInt8Bytes(shape, runtime::builtByArmCompiler()),
                               &kernelData.window);
  return requestScratchIfAny(context, packed ? depthwiseInt4Bytes(shape) : depthwiseInt8Bytes(shape, kHasDsp),
                             &kernelData.window);
}

Status prepare(Context& context, Node& node) {
  const auto& options = params<DepthwiseConvParams>(node);
  constexpr ConvKind kKind{.channelDimension = 3, .depthwise = true, .floatTables = false, .outputFirst = false};
  return prepareConvolution(context, node, kKind, options.padding, options.activation,
                            convGeometry(options, userData<ConvData>(node)), requestWindow);
}

// With vectors: many filters of a single input channel as a CONV_2D with a transposed filter.
void convolveSingleChannel(const DepthwiseConvolution& convolution, const DepthwiseShape& shape,
                           const std::int8_t* input, std::int8_t* room, std::int8_t* output) {
  const auto area = static_cast<int>(shape.filter.area());
  const int channels = convolution.output.channels;
  const bool pixels = depthwiseVectorInt8Bytes(shape, false) == shape.filter.area() * shape.outputChannels;
  std::int8_t* filter = room + (pixels ? 0 : convInt8Bytes(shape.filter, 1, Extension::kVectors));
  for (int tap = 0; tap < area; ++tap)
    for (int channel = 0; channel < channels; ++channel)
      filter[channel * area + tap] = convolution.weights[tap * channels + channel];
  ColumnConvolution8 turned{.shape = {.input = convolution.input,
                                      .filter = {channels, convolution.filter.height, convolution.filter.width, 1},
                                      .output = convolution.output,
                                      .geometry = convolution.geometry},
                            .inputOffset = convolution.inputOffset,
                            .filter = filter,
                            .bias = convolution.bias,
                            .stage = convolution.stage};
  std::int8_t column[kMostInColumns]; // a value each
  vectors::convolveColumns(turned, input, pixels ? column : room, output);
}

void convolveInt8(Context& context, const ConvTensors& tensors, const DepthwiseConvParams& options,
                  const Data& kernelData) {
  const ConvData& conv = kernelData.conv;
  const DepthwiseConvolution convolution{
      .input = shape4(*tensors.input),
      .filter = shape4(*tensors.filter),
      .output = shape4(*tensors.output),
      .geometry = convGeometry(options, conv),
      .depthMultiplier = options.depthMultiplier,
      .inputOffset = -conv.inputZeroPoint,
      .weights = data<std::int8_t>(tensors.filter),
      .bias = data<std::int32_t>(tensors.bias),
      .stage = {conv.multipliers, conv.shifts, conv.outputZeroPoint, conv.activation.min, conv.activation.max}};
  const DepthwiseShape shape = depthwiseShape(options, conv, *tensors.input->dims, *tensors.filter->dims);
  const auto* input = data<std::int8_t>(tensors.input);
  auto* output = data<std::int8_t>(tensors.output);
  if constexpr (kHasVectors) {
    auto* room = context.scratch<std::int8_t>(kernelData.window);
    if (shape.asConvolution(false)) return convolveSingleChannel(convolution, shape, input, room, output);
    if (shape.oneFilterAChannel()) return vectors::convolveDepthwise(convolution, input, room, output);
  }
  if (shape.oneFilterAChannel() && shape.small() && fits3x3(convolution))
    convolve3x3(convolution, input, output);
  else if (depthwiseInt8Bytes(shape, kHasDsp) != 0)
    convolveWindow(convolution, input, context.scratch<std::int16_t>(kernelData.window), output);
  else if (options.depthMultiplier % 4 == 0 && shape.batches == 1 && !shape.dilated)
    convolveFourFilters(convolution, input, output);
  else
    convolveAny(convolution, input, output);
}

Status invoke(Context& context, Node& node) {
  const ConvTensors tensors = convTensors(context, node);
  switch (tensors.input->type) {
  case runtime::kFloat32: reference::depthwiseConvFloat(context, node); return Status::kOk;
  case runtime::kInt8:
    if (tensors.filter->type == runtime::kInt4)
      reference::depthwiseConvInt4(context, node);
    else
      convolveInt8(context, tensors, params<DepthwiseConvParams>(node), userData<Data>(node));
    return Status::kOk;
  case runtime::kInt16: reference::depthwiseConvInt16(context, node); return Status::kOk;
  default: return unsupportedType(context, "input", tensors.input->type);
  }
}

} // namespace

constinit const Registration kDepthwiseConv2d = {schema::BuiltinOperator_DEPTHWISE_CONV_2D,
                                                 parseParams<readDepthwiseConv>, initData<Data>, prepare, invoke};

} // namespace arenascope::kernels::cmsis_nn

// DEPTHWISE_CONV_2D for 8-bit values: four channels at a time where each input channel has one filter.
#include <algorithm>
#include <cstring>

#include "core/kernels/cmsis_nn/depthwise.h"
#include "core/kernels/cmsis_nn/dsp.h"
#include "core/kernels/cmsis_nn/registrations.h"
#include "core/kernels/cmsis_nn/scratch.h"
#include "core/kernels/reference/other_types.h"

namespace arenascope::kernels::cmsis_nn {

namespace {

struct Data { // the OpData of this kernel
  ConvData conv;
  int window; // scratch buffer
};
static_assert(sizeof(Data) == bySize(60, 80));

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

Status requestWindow(Context& context, const Node& node, const Tensor& input, const Tensor& filter, Data& kernelData) {
  if (input.type != runtime::kInt8) return Status::kOk;
  const DepthwiseShape shape =
      depthwiseShape(params<DepthwiseConvParams>(node), kernelData.conv, *input.dims, *filter.dims);
  const int bytes = filter.type == runtime::kInt4 ? depthwiseInt4Bytes(shape) : depthwiseInt8Bytes(shape, kHasDsp);
  return bytes == 0 ? Status::kOk : context.requestScratch(static_cast<std::size_t>(bytes), &kernelData.window);
}

Status prepare(Context& context, Node& node) {
  const TempTensor input = context.input(node, 0);
  if (!input) return missing(context, "input");
  const TempTensor filter = context.input(node, 1);
  if (!filter) return missing(context, "filter");
  const TempTensor output = context.output(node, 0);
  if (!output) return missing(context, "output");
  const auto& options = params<DepthwiseConvParams>(node);
  auto& kernelData = userData<Data>(node);
  ARENASCOPE_TRY(prepareConvolution(context, node, {.channelDimension = 3, .depthwise = true, .floatTables = false},
                                    {*input, *filter, *output}, options.padding, options.activation,
                                    convGeometry(options, kernelData.conv)));
  if (input->type == runtime::kInt16 && (input->zeroPoint != 0 || output->zeroPoint != 0))
    return context.fail(Message() << "16-bit tensors must have zero point 0");
  ARENASCOPE_TRY(requestWindow(context, node, *input, *filter, kernelData));
  return checkDepthMultiplier(context, node, options.depthMultiplier);
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
  if (shape.oneFilterAChannel() && shape.small())
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
  case runtime::kInt16: return reference::depthwiseConvInt16(context, node);
  default: return unsupportedType(context, "input", tensors.input->type);
  }
}

} // namespace

constinit const Registration kDepthwiseConv2d = {schema::BuiltinOperator_DEPTHWISE_CONV_2D,
                                                 parseParams<readDepthwiseConv>, initData<Data>, prepare, invoke};

} // namespace arenascope::kernels::cmsis_nn

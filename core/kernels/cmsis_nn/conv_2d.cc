// CONV_2D. Quantized windows are gathered as columns of 16-bit numbers, two at a time; 1x1 convolutions of 8-bit
// values multiply the input's pixels where they lie.
#include <algorithm>
#include <limits>

#include "core/kernels/cmsis_nn/columns.h"
#include "core/kernels/cmsis_nn/matrix.h"
#include "core/kernels/cmsis_nn/registrations.h"
#include "core/kernels/cmsis_nn/scratch.h"
#include "core/kernels/convolution.h"
#include "core/kernels/reference/other_types.h"

namespace arenascope::kernels::cmsis_nn {

namespace {

struct Data { // the OpData of this kernel
  ConvData conv;
  int columns; // scratch buffer
};
static_assert(sizeof(Data) == bySize(60, 80));

WindowSize windowOf(const runtime::IntArray& filter) { return {filter.data[2], filter.data[1]}; }

// A 1x1 window over all channels without padding.
bool isPointwise(const ConvParams& options, const ConvData& kernelData, const runtime::IntArray& input,
                 const runtime::IntArray& filter) {
  return windowOf(filter).area() == 1 && kernelData.padding.width == 0 && kernelData.padding.height == 0 &&
         options.dilationWidth == 1 && options.dilationHeight == 1 && input.data[3] == filter.data[3];
}

Status requestColumns(Context& context, const Node& node, const Tensor& input, const Tensor& filter, Data& kernelData) {
  const WindowSize window = windowOf(*filter.dims);
  const int channels = input.dims->data[3];
  int bytes = 0;
  if (input.type == runtime::kInt16)
    bytes = convInt16Bytes(window, channels);
  else if (input.type == runtime::kInt8 &&
           !isPointwise(params<ConvParams>(node), kernelData.conv, *input.dims, *filter.dims))
    bytes = convInt8Bytes(window, channels);
  return bytes == 0 ? Status::kOk : context.requestScratch(static_cast<std::size_t>(bytes), &kernelData.columns);
}

Status prepare(Context& context, Node& node) {
  const TempTensor input = context.input(node, 0);
  if (!input) return missing(context, "input");
  const TempTensor filter = context.input(node, 1);
  if (!filter) return missing(context, "filter");
  const TempTensor output = context.output(node, 0);
  if (!output) return missing(context, "output");
  const auto& options = params<ConvParams>(node);
  auto& kernelData = userData<Data>(node);
  ARENASCOPE_TRY(prepareConvolution(context, node, {.channelDimension = 0, .depthwise = false, .floatTables = false},
                                    {*input, *filter, *output}, options.padding, options.activation,
                                    convGeometry(options, kernelData.conv)));
  if (input->type == runtime::kInt16 && (input->zeroPoint != 0 || output->zeroPoint != 0))
    return context.fail(Message() << "16-bit tensors must have zero point 0");
  return requestColumns(context, node, *input, *filter, kernelData);
}

// Each output row is a product of input pixels; with strides of 1 all rows are one.
void multiplyPixels(const ConvTensors& tensors, const ConvParams& options, const OutputStage& stage,
                    std::int32_t inputOffset) {
  const Shape4 input = shape4(*tensors.input);
  const Shape4 output = shape4(*tensors.output);
  MatrixProduct product{.input = data<std::int8_t>(tensors.input),
                        .rows = output.width,
                        .rowStep = input.channels * options.strideWidth,
                        .inputOffset = inputOffset,
                        .filter = data<std::int8_t>(tensors.filter),
                        .depth = input.channels,
                        .channels = output.channels,
                        .bias = data<std::int32_t>(tensors.bias),
                        .stage = stage,
                        .output = data<std::int8_t>(tensors.output)};
  if (options.strideWidth == 1 && options.strideHeight == 1) {
    product.rows = output.batch * output.height * output.width;
    multiplyRows(product);
    return;
  }
  for (int batch = 0; batch < output.batch; ++batch)
    for (int y = 0; y < output.height; ++y) {
      product.input = data<std::int8_t>(tensors.input) + input.offset(batch, y * options.strideHeight, 0, 0);
      product.output = data<std::int8_t>(tensors.output) + output.offset(batch, y, 0, 0);
      multiplyRows(product);
    }
}

ColumnShape columnShape(const ConvTensors& tensors, const ConvParams& options, const ConvData& kernelData) {
  return {.input = shape4(*tensors.input),
          .filter = shape4(*tensors.filter),
          .output = shape4(*tensors.output),
          .geometry = convGeometry(options, kernelData)};
}

void convolveInt8(Context& context, const ConvTensors& tensors, const ConvParams& options, const Data& kernelData) {
  const ConvData& conv = kernelData.conv;
  const OutputStage stage{conv.multipliers, conv.shifts, conv.outputZeroPoint, conv.activation.min,
                          conv.activation.max};
  if (isPointwise(options, conv, *tensors.input->dims, *tensors.filter->dims)) {
    multiplyPixels(tensors, options, stage, -conv.inputZeroPoint);
    return;
  }
  const ColumnConvolution8 convolution{.shape = columnShape(tensors, options, conv),
                                       .inputOffset = -conv.inputZeroPoint,
                                       .filter = data<std::int8_t>(tensors.filter),
                                       .bias = data<std::int32_t>(tensors.bias),
                                       .stage = stage};
  convolveColumns(convolution, data<std::int8_t>(tensors.input), context.scratch<std::int16_t>(kernelData.columns),
                  data<std::int8_t>(tensors.output));
}

template <typename Bias>
void convolveInt16(Context& context, const ConvTensors& tensors, const ConvParams& options, const Data& kernelData) {
  const ColumnConvolution16<Bias> convolution{.shape = columnShape(tensors, options, kernelData.conv),
                                              .filter = data<std::int8_t>(tensors.filter),
                                              .bias = data<Bias>(tensors.bias),
                                              .data = kernelData.conv};
  convolveColumns(convolution, data<std::int16_t>(tensors.input), context.scratch<std::int16_t>(kernelData.columns),
                  data<std::int16_t>(tensors.output));
}

Status invoke(Context& context, Node& node) {
  const auto& options = params<ConvParams>(node);
  const auto& kernelData = userData<Data>(node);
  const ConvTensors tensors = convTensors(context, node);
  switch (tensors.input->type) {
  case runtime::kFloat32: reference::convFloat(context, node); return Status::kOk;
  case runtime::kInt8:
    if (tensors.filter->type == runtime::kInt4)
      reference::convInt4(context, node);
    else
      convolveInt8(context, tensors, options, kernelData);
    return Status::kOk;
  case runtime::kInt16:
    // Without a bias the sums are of 32 bits, whatever the options say.
    if (tensors.bias == nullptr || tensors.bias->type == runtime::kInt32)
      convolveInt16<std::int32_t>(context, tensors, options, kernelData);
    else if (tensors.bias->type == runtime::kInt64)
      convolveInt16<std::int64_t>(context, tensors, options, kernelData);
    else
      return unsupportedType(context, "bias", tensors.bias->type);
    return Status::kOk;
  default: return unsupportedType(context, "input", tensors.input->type);
  }
}

} // namespace

constinit const Registration kConv2d = {schema::BuiltinOperator_CONV_2D, parseParams<readConv>, initData<Data>, prepare,
                                        invoke};

} // namespace arenascope::kernels::cmsis_nn

// CONV_2D. Quantized windows are gathered as columns of 16-bit numbers, two at a time; 1x1 convolutions of 8-bit
// values multiply the input's pixels where they lie.
#include "core/interpreter/kernels/cmsis_nn/columns.h"
#include "core/interpreter/kernels/cmsis_nn/earlier.h"
#include "core/interpreter/kernels/cmsis_nn/matrix.h"
#include "core/interpreter/kernels/cmsis_nn/registrations.h"
#include "core/interpreter/kernels/cmsis_nn/scratch.h"
#include "core/interpreter/kernels/cmsis_nn/vector_kernels.h"
#include "core/interpreter/kernels/convolution.h"
#include "core/interpreter/kernels/reference/other_types.h"

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

// The 1x1 kernel walks input and output pixels together.
Status checkPixels(Context& context, const ConvParams& options, const Tensor& input, const Tensor& output) {
  const auto expected = [&](int d, int stride) {
    return windowOutput(options.padding, {input.dims->data[d], 1, stride, 1});
  };
  const int height = expected(1, options.strideHeight);
  const int width = expected(2, options.strideWidth);
  if (output.dims->data[1] == height && output.dims->data[2] == width) return Status::kOk;
  return context.fail(Message() << "the output has " << output.dims->data[1] << "x" << output.dims->data[2]
                                << " pixels, the input gives " << height << "x" << width);
}

// For the kernel for a single row of pixels.
RowShape rowShape(const ConvParams& options, const ConvData& kernelData, const runtime::IntArray& input,
                  const runtime::IntArray& filter, const runtime::IntArray& output) {
  return {.inputWidth = input.data[2],
          .inputHeight = input.data[1],
          .inputChannels = input.data[3],
          .filter = windowOf(filter),
          .filterChannels = filter.data[3],
          .outputWidth = output.data[2],
          .stride = options.strideWidth,
          .dilation = options.dilationWidth,
          .padding = kernelData.padding.width};
}

// The scratch memory of an earlier revision's kernel.
Status requestEarlier(Context& context, const ConvParams& options, Data& kernelData, const PreparedConv& tensors) {
  const auto& [input, filter, output] = tensors;
  const ConvShape shape{.filter = windowOf(*filter.dims),
                        .stride = {options.strideWidth, options.strideHeight},
                        .dilation = {options.dilationWidth, options.dilationHeight},
                        .padding = {kernelData.conv.padding.width, kernelData.conv.padding.height},
                        .inputChannels = input.dims->data[3],
                        .filterChannels = filter.dims->data[3]};
  if (input.type == runtime::kInt16)
    return requestAsEarlier(context, earlierConvInt16Bytes(shape),
                            convInt16Bytes(shape.filter, shape.inputChannels, extension()), &kernelData.columns);
  if (input.type != runtime::kInt8) return Status::kOk;
  const bool pixels = isPointwise(options, kernelData.conv, *input.dims, *filter.dims);
  return requestAsEarlier(context, earlierConvInt8Bytes(shape),
                          pixels ? 0 : convInt8Bytes(shape.filter, shape.inputChannels, extension()),
                          &kernelData.columns);
}

Status requestColumns(Context& context, const Node& node, const PreparedConv& tensors) {
  ARENASCOPE_TRY(checkZeroPoints(context, tensors));
  const auto& [input, filter, output] = tensors;
  auto& kernelData = userData<Data>(node);
  const auto& options = params<ConvParams>(node);
  if constexpr (runtime::kHasVariants)
    if (runtime::isBefore(kGroups)) return requestEarlier(context, options, kernelData, tensors);
  const WindowSize window = windowOf(*filter.dims);
  const int channels = input.dims->data[3];
  if (input.type == runtime::kInt16)
    return requestScratchIfAny(context, convInt16Bytes(window, channels, extension()), &kernelData.columns);
  if (input.type != runtime::kInt8) return Status::kOk;
  if (isPointwise(options, kernelData.conv, *input.dims, *filter.dims)) {
    ARENASCOPE_TRY(checkPixels(context, options, input, output));
    if (options.strideWidth != 1 || options.strideHeight != 1) return Status::kOk;
    return requestScratchIfAny(context, pixelsInt8Bytes(channels, extension(), runtime::builtByArmCompiler()),
                               &kernelData.columns);
  }
  if (runtime::hasVectors())
    if (const RowShape row = rowShape(options, kernelData.conv, *input.dims, *filter.dims, *output.dims);
        row.hasKernel())
      return requestScratchIfAny(context, rowConvInt8Bytes(row), &kernelData.columns);
  return requestScratchIfAny(context, convInt8Bytes(window, channels, extension()), &kernelData.columns);
}

Status prepare(Context& context, Node& node) {
  const auto& options = params<ConvParams>(node);
  constexpr ConvKind kKind{.channelDimension = 0, .depthwise = false, .floatTables = false, .outputFirst = false};
  return prepareConvolution(context, node, kKind, options.padding, options.activation,
                            convGeometry(options, userData<ConvData>(node)), requestColumns);
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
  const auto multiply = [&] { kHasVectors ? vectors::multiplyRows(product, product.channels) : multiplyRows(product); };
  if (options.strideWidth == 1 && options.strideHeight == 1) {
    product.rows = output.batch * output.height * output.width;
    multiply();
    return;
  }
  for (int batch = 0; batch < output.batch; ++batch)
    for (int y = 0; y < output.height; ++y) {
      product.input = data<std::int8_t>(tensors.input) + input.offset(batch, y * options.strideHeight, 0, 0);
      product.output = data<std::int8_t>(tensors.output) + output.offset(batch, y, 0, 0);
      multiply();
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
  if constexpr (kHasVectors) {
    const RowShape row = rowShape(options, conv, *tensors.input->dims, *tensors.filter->dims, *tensors.output->dims);
    auto* columns = context.scratch<std::int8_t>(kernelData.columns);
    if (row.hasKernel() && row.inParts())
      vectors::convolveRow(convolution, {static_cast<int>(row.pixelsAtLeft()), static_cast<int>(row.pixelsAtRight())},
                           data<std::int8_t>(tensors.input), columns, data<std::int8_t>(tensors.output));
    else
      vectors::convolveColumns(convolution, data<std::int8_t>(tensors.input), columns,
                               data<std::int8_t>(tensors.output));
    return;
  }
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
    if (tensors.filter->type == runtime::kInt4) reference::convInt4(context, node);
    // That kernel's scratch memory is too small for columns.
    else if (!kHasVectors && runtime::hasVectors() &&
             rowShape(options, kernelData.conv, *tensors.input->dims, *tensors.filter->dims, *tensors.output->dims)
                 .hasKernel())
      return reference::kConv2d.invoke(context, node);
    else
      convolveInt8(context, tensors, options, kernelData);
    return Status::kOk;
  case runtime::kInt16:
    // Without a bias, sums have 32 bits in any case.
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

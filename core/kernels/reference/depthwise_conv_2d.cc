// DEPTHWISE_CONV_2D: each input channel has depthMultiplier filters of its own; filter[0][y][x][outputChannel].
#include "core/kernels/convolution.h"
#include "core/kernels/fixed_point.h"
#include "core/kernels/params.h"
#include "core/kernels/reference/registrations.h"

namespace arenascope::kernels::reference {

namespace {

void read(const schema::DepthwiseConv2DOptions& options, DepthwiseConvParams& params) {
  params = DepthwiseConvParams{.padding = paddingKind(options.padding()),
                               .strideWidth = options.stride_w(),
                               .strideHeight = options.stride_h(),
                               .depthMultiplier = options.depth_multiplier(),
                               .activation = activationKind(options.fused_activation_function()),
                               .dilationWidth = options.dilation_w_factor(),
                               .dilationHeight = options.dilation_h_factor()};
}

Status prepare(Context& context, Node& node) {
  const auto& options = params<DepthwiseConvParams>(node);
  ARENASCOPE_TRY(prepareConvolution(context, node, ConvKind{.channelDimension = 3, .depthwise = true}, options.padding,
                                    options.activation, convGeometry(options, userData<ConvData>(node))));
  const EvalTensor& input = *context.evalInput(node, 0);
  const EvalTensor& filter = *context.evalInput(node, 1);
  if (options.depthMultiplier > 0 && filter.dims->data[3] == input.dims->data[3] * options.depthMultiplier)
    return Status::kOk;
  return context.fail(Message() << "the filter has " << filter.dims->data[3] << " channels, " << input.dims->data[3]
                                << " input channels with depth multiplier " << options.depthMultiplier
                                << " need another number");
}

template <typename Sum, typename Stored, typename Weight, typename Finish>
void convolve(const ConvTensors& tensors, const ConvGeometry& geometry, int depthMultiplier, const Weight* filterData,
              std::int32_t inputOffset, Finish finish) {
  const auto* inputData = data<Stored>(tensors.input);
  auto* outputData = data<Stored>(tensors.output);
  const Shape4 input = shape4(*tensors.input);
  const Shape4 filter = shape4(*tensors.filter);
  const Shape4 output = shape4(*tensors.output);
  for (int batch = 0; batch < output.batch; ++batch) {
    for (int outY = 0; outY < output.height; ++outY) {
      const int originY = outY * geometry.strideHeight - geometry.padHeight;
      for (int outX = 0; outX < output.width; ++outX) {
        const int originX = outX * geometry.strideWidth - geometry.padWidth;
        for (int inChannel = 0; inChannel < input.channels; ++inChannel) {
          for (int m = 0; m < depthMultiplier; ++m) {
            const int channel = inChannel * depthMultiplier + m;
            Sum sum = 0;
            for (int y = 0; y < filter.height; ++y) {
              const int inY = originY + geometry.dilationHeight * y;
              for (int x = 0; x < filter.width; ++x) {
                const int inX = originX + geometry.dilationWidth * x;
                if (inX < 0 || inX >= input.width || inY < 0 || inY >= input.height) continue;
                const auto value = operand<Sum>(inputData[input.offset(batch, inY, inX, inChannel)], inputOffset);
                const auto weight = operand<Sum>(filterData[filter.offset(0, y, x, channel)], 0);
                sum += weight * value;
              }
            }
            outputData[output.offset(batch, outY, outX, channel)] = finish(sum, channel);
          }
        }
      }
    }
  }
}

void invokeFloat(const ConvTensors& tensors, const ConvGeometry& geometry, const DepthwiseConvParams& options) {
  const FloatRange range = activationRange(options.activation);
  const auto* bias = data<float>(tensors.bias);
  const auto* filter = data<float>(tensors.filter);
  convolve<float, float>(tensors, geometry, options.depthMultiplier, filter, 0, [&](float sum, int channel) {
    const float biasValue = bias == nullptr ? 0.0F : bias[channel];
    return clamp(sum + biasValue, range.min, range.max);
  });
}

// 16-bit sums are kept in 64 bits, whatever the bias, and 16-bit inputs have no zero point.
template <typename Sum, typename Stored>
void invokeQuantized(Context& context, const ConvTensors& tensors, const ConvGeometry& geometry,
                     const ConvData& kernelData, int depthMultiplier) {
  const auto* bias = data<Sum>(tensors.bias);
  const std::int8_t* filter = filterInt8(context, tensors, kernelData);
  const bool bytes = sizeof(Stored) == 1;
  const std::int32_t inputOffset = bytes ? -kernelData.inputZeroPoint : 0;
  convolve<Sum, Stored>(tensors, geometry, depthMultiplier, filter, inputOffset, [&](Sum sum, int channel) {
    if (bias != nullptr) sum += constantAt(bias, channel);
    const std::int32_t scaled =
        multiplyByQuantizedMultiplier(sum, kernelData.multipliers[channel], kernelData.shifts[channel]);
    return static_cast<Stored>(
        clamp(scaled + (bytes ? kernelData.outputZeroPoint : 0), kernelData.activation.min, kernelData.activation.max));
  });
}

Status invoke(Context& context, Node& node) {
  const auto& options = params<DepthwiseConvParams>(node);
  const auto& kernelData = userData<ConvData>(node);
  const ConvTensors tensors = convTensors(context, node);
  const ConvGeometry geometry = convGeometry(options, kernelData);
  switch (tensors.input->type) {
  case runtime::kFloat32: invokeFloat(tensors, geometry, options); return Status::kOk;
  case runtime::kInt8:
    invokeQuantized<std::int32_t, std::int8_t>(context, tensors, geometry, kernelData, options.depthMultiplier);
    return Status::kOk;
  case runtime::kInt16:
    if (tensors.bias != nullptr && tensors.bias->type != runtime::kInt64)
      return unsupportedType(context, "bias", tensors.bias->type);
    invokeQuantized<std::int64_t, std::int16_t>(context, tensors, geometry, kernelData, options.depthMultiplier);
    return Status::kOk;
  default: return unsupportedType(context, "input", tensors.input->type);
  }
}

} // namespace

constinit const Registration kDepthwiseConv2d = {schema::BuiltinOperator_DEPTHWISE_CONV_2D, parseParams<read>,
                                                 initData<ConvData>, prepare, invoke};

} // namespace arenascope::kernels::reference

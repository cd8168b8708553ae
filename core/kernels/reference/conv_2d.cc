// CONV_2D: filter[outputChannel][y][x][inputChannel], grouped where the filter has fewer input channels than the input.
#include "core/kernels/convolution.h"
#include "core/kernels/fixed_point.h"
#include "core/kernels/params.h"
#include "core/kernels/reference/registrations.h"

namespace arenascope::kernels::reference {

namespace {

void read(const schema::Conv2DOptions& options, ConvParams& params) {
  params = ConvParams{.padding = paddingKind(options.padding()),
                      .strideWidth = options.stride_w(),
                      .strideHeight = options.stride_h(),
                      .activation = activationKind(options.fused_activation_function()),
                      .dilationWidth = options.dilation_w_factor(),
                      .dilationHeight = options.dilation_h_factor(),
                      .quantizedBiasType = runtime::kNoType};
  if (options.quantized_bias_type() == schema::TensorType_INT32) params.quantizedBiasType = runtime::kInt32;
}

Status prepare(Context& context, Node& node) {
  const auto& options = params<ConvParams>(node);
  return prepareConvolution(context, node, ConvKind{.channelDimension = 0, .depthwise = false}, options.padding,
                            options.activation, convGeometry(options, userData<ConvData>(node)));
}

// Walks the output and hands each window's sum of products to `finish(sum, channel)`, which makes the stored value.
// inputOffset is added to each input value; float sums use the fused multiply-add of processors that have one.
template <typename Sum, typename Stored, typename Weight, typename Finish>
void convolve(const ConvTensors& tensors, const ConvGeometry& geometry, const Weight* filterData,
              std::int32_t inputOffset, Finish finish) {
  const auto* inputData = data<Stored>(tensors.input);
  auto* outputData = data<Stored>(tensors.output);
  const Shape4 input = shape4(*tensors.input);
  const Shape4 filter = shape4(*tensors.filter);
  const Shape4 output = shape4(*tensors.output);
  const int channelsPerGroup = output.channels / (input.channels / filter.channels);
  for (int batch = 0; batch < output.batch; ++batch) {
    for (int outY = 0; outY < output.height; ++outY) {
      const int originY = outY * geometry.strideHeight - geometry.padHeight;
      for (int outX = 0; outX < output.width; ++outX) {
        const int originX = outX * geometry.strideWidth - geometry.padWidth;
        for (int channel = 0; channel < output.channels; ++channel) {
          const int firstInput = channel / channelsPerGroup * filter.channels;
          Sum sum = 0;
          for (int y = 0; y < filter.height; ++y) {
            const int inY = originY + geometry.dilationHeight * y;
            for (int x = 0; x < filter.width; ++x) {
              const int inX = originX + geometry.dilationWidth * x;
              if (inX < 0 || inX >= input.width || inY < 0 || inY >= input.height) continue;
              for (int c = 0; c < filter.channels; ++c)
                sum += operand<Sum>(filterData[filter.offset(channel, y, x, c)], 0) *
                       operand<Sum>(inputData[input.offset(batch, inY, inX, firstInput + c)], inputOffset);
            }
          }
          outputData[output.offset(batch, outY, outX, channel)] = finish(sum, channel);
        }
      }
    }
  }
}

void invokeFloat(const ConvTensors& tensors, const ConvGeometry& geometry, runtime::Activation activation) {
  const FloatRange range = activationRange(activation);
  const auto* bias = data<float>(tensors.bias);
  const auto* filter = data<float>(tensors.filter);
  convolve<float, float>(tensors, geometry, filter, 0, [&](float sum, int channel) {
    const float biasValue = bias == nullptr ? 0.0F : bias[channel];
    return clamp(sum + biasValue, range.min, range.max);
  });
}

template <typename Sum, typename Stored>
void invokeQuantized(Context& context, const ConvTensors& tensors, const ConvGeometry& geometry,
                     const ConvData& kernelData, std::int32_t inputOffset) {
  const auto* bias = data<Sum>(tensors.bias);
  const std::int8_t* filter = filterInt8(context, tensors, kernelData);
  convolve<Sum, Stored>(tensors, geometry, filter, inputOffset, [&](Sum sum, int channel) {
    if (bias != nullptr) sum += constantAt(bias, channel);
    const std::int32_t scaled =
        multiplyByQuantizedMultiplier(sum, kernelData.multipliers[channel], kernelData.shifts[channel]);
    return static_cast<Stored>(clamp(scaled + (sizeof(Stored) == 1 ? kernelData.outputZeroPoint : 0),
                                     kernelData.activation.min, kernelData.activation.max));
  });
}

Status invoke(Context& context, Node& node) {
  const auto& options = params<ConvParams>(node);
  const auto& kernelData = userData<ConvData>(node);
  const ConvTensors tensors = convTensors(context, node);
  const ConvGeometry geometry = convGeometry(options, kernelData);
  switch (tensors.input->type) {
  case runtime::kFloat32: invokeFloat(tensors, geometry, options.activation); return Status::kOk;
  case runtime::kInt8:
    invokeQuantized<std::int32_t, std::int8_t>(context, tensors, geometry, kernelData, -kernelData.inputZeroPoint);
    return Status::kOk;
  case runtime::kInt16: {
    const runtime::Type biasType = tensors.bias == nullptr ? options.quantizedBiasType : tensors.bias->type;
    if (tensors.bias != nullptr && biasType != runtime::kInt32 && biasType != runtime::kInt64)
      return unsupportedType(context, "bias", biasType);
    if (biasType == runtime::kInt32)
      invokeQuantized<std::int32_t, std::int16_t>(context, tensors, geometry, kernelData, 0);
    else
      invokeQuantized<std::int64_t, std::int16_t>(context, tensors, geometry, kernelData, 0);
    return Status::kOk;
  }
  default: return unsupportedType(context, "input", tensors.input->type);
  }
}

} // namespace

constinit const Registration kConv2d = {schema::BuiltinOperator_CONV_2D, parseParams<read>, initData<ConvData>, prepare,
                                        invoke};

} // namespace arenascope::kernels::reference

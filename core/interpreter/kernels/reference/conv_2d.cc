// CONV_2D: filter[outputChannel][y][x][inputChannel], grouped if the filter has fewer input channels than the input.
#include "core/interpreter/kernels/convolution.h"
#include "core/interpreter/kernels/fixed_point.h"
#include "core/interpreter/kernels/innermost.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/reference/other_types.h"
#include "core/interpreter/kernels/reference/registrations.h"

namespace arenascope::kernels::reference {

namespace {

Status requestScratch(Context& context, const Node& node, const PreparedConv& tensors) {
  return requestUnpackedFilter(context, tensors.filter, userData<ConvData>(node));
}

Status prepare(Context& context, Node& node) {
  const auto& options = params<ConvParams>(node);
  constexpr ConvKind kKind{.channelDimension = 0, .depthwise = false, .floatTables = true, .outputFirst = true};
  return prepareConvolution(context, node, kKind, options.padding, options.activation,
                            convGeometry(options, userData<ConvData>(node)), requestScratch);
}

struct Place {
  int batch;
  int y;
  int x;
  int channel;
};

// Products over all channels of one tap, from its first weight.
template <typename Sum, typename Weights, typename Stored>
ARENASCOPE_INNERMOST Sum addTap(Sum sum, Weights weights, int first, const Stored* input, const Place& place,
                                const Shape4& shape, int channels, std::int32_t inputOffset) {
  const Stored* values = input + shape.offset(place.batch, place.y, place.x, place.channel);
  for (int c = 0; c < channels; ++c) sum += operand<Sum>(weights[first + c], 0) * operand<Sum>(values[c], inputOffset);
  return sum;
}

// Iterates over the output and passes each window's sum of products to `finish(sum, channel)`, which stores it.
// inputOffset is added to each input value; float sums use a fused multiply-add if available. A separate function that
// reads shapes from memory, so that registers are available to the innermost loop.
template <typename Sum, typename Stored, typename Weights, typename Finish>
[[gnu::noinline]] void convolve(const Shape4& input, const Shape4& filter, const Shape4& output,
                                const ConvGeometry& geometry, const Stored* inputData, Weights filterData,
                                Stored* outputData, std::int32_t inputOffset, Finish finish) {
  const Shape4 kept = input;
  const Shape4& bounds = kKeepsBounds ? kept : input;
  const int keptWidth = filter.width;
  const int& filterWidth = kKeepsFilterWidth ? keptWidth : filter.width;
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
            for (int x = 0; x < filterWidth; ++x) {
              const int inX = originX + geometry.dilationWidth * x;
              if (inX < 0 || inX >= bounds.width || inY < 0 || inY >= bounds.height) continue;
              sum = addTap(sum, filterData, filter.offset(channel, y, x, 0), inputData, {batch, inY, inX, firstInput},
                           input, filter.channels, inputOffset);
            }
          }
          outputData[output.offset(batch, outY, outX, channel)] = finish(sum, channel);
        }
      }
    }
  }
}

template <typename Sum, typename Stored, typename Weights>
void convolveQuantized(const ConvTensors& tensors, const ConvGeometry& geometry, const ConvData& kernelData,
                       Weights filter, std::int32_t inputOffset) {
  const auto* bias = data<Sum>(tensors.bias);
  const auto finish = [&](Sum sum, int channel) {
    if (bias != nullptr) sum += constantAt(bias, channel);
    const std::int32_t scaled =
        multiplyByQuantizedMultiplier(sum, kernelData.multipliers[channel], kernelData.shifts[channel]);
    return static_cast<Stored>(clamp(scaled + (sizeof(Stored) == 1 ? kernelData.outputZeroPoint : 0),
                                     kernelData.activation.min, kernelData.activation.max));
  };
  convolve<Sum>(shape4(*tensors.input), shape4(*tensors.filter), shape4(*tensors.output), geometry,
                data<Stored>(tensors.input), filter, data<Stored>(tensors.output), inputOffset, finish);
}

Status invoke(Context& context, Node& node) {
  const auto& options = params<ConvParams>(node);
  const auto& kernelData = userData<ConvData>(node);
  const ConvTensors tensors = convTensors(context, node);
  const ConvGeometry geometry = convGeometry(options, kernelData);
  switch (tensors.input->type) {
  case runtime::kFloat32: convFloat(context, node); return Status::kOk;
  case runtime::kInt8:
    convolveQuantized<std::int32_t, std::int8_t>(tensors, geometry, kernelData,
                                                 filterInt8(context, tensors, kernelData), -kernelData.inputZeroPoint);
    return Status::kOk;
  case runtime::kInt16: {
    const runtime::Type biasType = tensors.bias == nullptr ? options.quantizedBiasType : tensors.bias->type;
    if (tensors.bias != nullptr && biasType != runtime::kInt32 && biasType != runtime::kInt64)
      return unsupportedType(context, "bias", biasType);
    if (biasType == runtime::kInt32)
      convolveQuantized<std::int32_t, std::int16_t>(tensors, geometry, kernelData, data<std::int8_t>(tensors.filter),
                                                    0);
    else
      convolveQuantized<std::int64_t, std::int16_t>(tensors, geometry, kernelData, data<std::int8_t>(tensors.filter),
                                                    0);
    return Status::kOk;
  }
  default: return unsupportedType(context, "input", tensors.input->type);
  }
}

} // namespace

void convFloat(Context& context, const Node& node) {
  const auto& options = params<ConvParams>(node);
  const ConvTensors tensors = convTensors(context, node);
  const FloatRange range = activationRange(options.activation);
  const auto* bias = data<float>(tensors.bias);
  const auto finish = [&](float sum, int channel) {
    const float biasValue = bias == nullptr ? 0.0F : bias[channel];
    return clamp(sum + biasValue, range.min, range.max);
  };
  convolve<float>(shape4(*tensors.input), shape4(*tensors.filter), shape4(*tensors.output),
                  convGeometry(options, userData<ConvData>(node)), data<float>(tensors.input),
                  data<float>(tensors.filter), data<float>(tensors.output), 0, finish);
}

void convInt4(Context& context, const Node& node) {
  const auto& kernelData = userData<ConvData>(node);
  const ConvTensors tensors = convTensors(context, node);
  convolveQuantized<std::int32_t, std::int8_t>(tensors, convGeometry(params<ConvParams>(node), kernelData), kernelData,
                                               Int4Array{data<std::int8_t>(tensors.filter)},
                                               -kernelData.inputZeroPoint);
}

constinit const Registration kConv2d = {schema::BuiltinOperator_CONV_2D, parseParams<readConv>, initData<ConvData>,
                                        prepare, invoke};

} // namespace arenascope::kernels::reference

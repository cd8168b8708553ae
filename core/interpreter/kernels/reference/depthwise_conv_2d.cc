// DEPTHWISE_CONV_2D: depthMultiplier filters per input channel; filter[0][y][x][outputChannel].
#include "core/interpreter/kernels/convolution.h"
#include "core/interpreter/kernels/fixed_point.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/readable.h"
#include "core/interpreter/kernels/reference/other_types.h"
#include "core/interpreter/kernels/reference/registrations.h"

namespace arenascope::kernels::reference {

namespace {

Status requestScratch(Context& context, const Node& node, const PreparedConv& tensors) {
  ARENASCOPE_TRY(requestUnpackedFilter(context, tensors.filter, userData<ConvData>(node)));
  return checkDepthMultiplier(context, node, params<DepthwiseConvParams>(node).depthMultiplier);
}

Status prepare(Context& context, Node& node) {
  const auto& options = params<DepthwiseConvParams>(node);
  constexpr ConvKind kKind{.channelDimension = 3, .depthwise = true, .floatTables = true, .outputFirst = true};
  return prepareConvolution(context, node, kKind, options.padding, options.activation,
                            convGeometry(options, userData<ConvData>(node)), requestScratch);
}

// A separate function that reads shapes from memory, so that registers are available to the innermost loop.
template <typename Sum, typename Stored, typename Weights, typename Finish>
[[gnu::noinline]] void convolve(const Shape4& input, const Shape4& filter, const Shape4& output,
                                const ConvGeometry& geometry, int depthMultiplier, const Stored* inputData,
                                Weights filterData, Stored* outputData, std::int32_t inputOffset, Finish finish) {
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

// Tensors with a bias that is read as 64 bits.
struct ShortBiasTensors : ConvTensors {
  Readable<std::int64_t> wideBias;
};
template <typename Sum>
const Sum* biasOf(const ConvTensors& tensors) {
  return data<Sum>(tensors.bias);
}
template <typename Sum>
Readable<Sum> biasOf(const ShortBiasTensors& tensors) {
  return tensors.wideBias;
}

// 16-bit values use 64-bit sums for any bias, and 16-bit inputs have no zero point.
template <typename Sum, typename Stored, typename Weights, typename Tensors>
void convolveQuantized(const Tensors& tensors, const Node& node, Weights filter) {
  const auto& options = params<DepthwiseConvParams>(node);
  const auto& kernelData = userData<ConvData>(node);
  const auto bias = biasOf<Sum>(tensors);
  const bool bytes = sizeof(Stored) == 1;
  const std::int32_t inputOffset = bytes ? -kernelData.inputZeroPoint : 0;
  const auto finish = [&](Sum sum, int channel) {
    if (isThere(bias)) sum += constantAt(bias, channel);
    const std::int32_t scaled =
        multiplyByQuantizedMultiplier(sum, kernelData.multipliers[channel], kernelData.shifts[channel]);
    return static_cast<Stored>(
        clamp(scaled + (bytes ? kernelData.outputZeroPoint : 0), kernelData.activation.min, kernelData.activation.max));
  };
  convolve<Sum>(shape4(*tensors.input), shape4(*tensors.filter), shape4(*tensors.output),
                convGeometry(options, kernelData), options.depthMultiplier, data<Stored>(tensors.input), filter,
                data<Stored>(tensors.output), inputOffset, finish);
}

[[gnu::noinline]] void convolveWithShortBias(Context& context, const Node& node, const ConvTensors& tensors) {
  const ShortBiasTensors wide{tensors, readable<std::int64_t>(context, *tensors.bias)};
  convolveQuantized<std::int64_t, std::int16_t>(wide, node, data<std::int8_t>(tensors.filter));
}

Status invoke(Context& context, Node& node) {
  const ConvTensors tensors = convTensors(context, node);
  switch (tensors.input->type) {
  case runtime::kFloat32: depthwiseConvFloat(context, node); return Status::kOk;
  case runtime::kInt8:
    convolveQuantized<std::int32_t, std::int8_t>(tensors, node, filterInt8(context, tensors, userData<ConvData>(node)));
    return Status::kOk;
  case runtime::kInt16: depthwiseConvInt16(context, node); return Status::kOk;
  default: return unsupportedType(context, "input", tensors.input->type);
  }
}

} // namespace

void depthwiseConvFloat(Context& context, const Node& node) {
  const auto& options = params<DepthwiseConvParams>(node);
  const ConvTensors tensors = convTensors(context, node);
  const FloatRange range = activationRange(options.activation);
  const auto* bias = data<float>(tensors.bias);
  const auto finish = [&](float sum, int channel) {
    const float biasValue = bias == nullptr ? 0.0F : bias[channel];
    return clamp(sum + biasValue, range.min, range.max);
  };
  convolve<float>(shape4(*tensors.input), shape4(*tensors.filter), shape4(*tensors.output),
                  convGeometry(options, userData<ConvData>(node)), options.depthMultiplier, data<float>(tensors.input),
                  data<float>(tensors.filter), data<float>(tensors.output), 0, finish);
}

void depthwiseConvInt16(Context& context, const Node& node) {
  const ConvTensors tensors = convTensors(context, node);
  if (isShortBias(tensors.bias)) return convolveWithShortBias(context, node, tensors);
  convolveQuantized<std::int64_t, std::int16_t>(tensors, node, data<std::int8_t>(tensors.filter));
}

void depthwiseConvInt4(Context& context, const Node& node) {
  const ConvTensors tensors = convTensors(context, node);
  convolveQuantized<std::int32_t, std::int8_t>(tensors, node, Int4Array{data<std::int8_t>(tensors.filter)});
}

constinit const Registration kDepthwiseConv2d = {schema::BuiltinOperator_DEPTHWISE_CONV_2D,
                                                 parseParams<readDepthwiseConv>, initData<ConvData>, prepare, invoke};

} // namespace arenascope::kernels::reference

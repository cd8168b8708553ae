// FULLY_CONNECTED: output[batch][channel] = sum over depth of input[batch][depth] · filter[channel][depth].
#include "core/interpreter/kernels/fully_connected.h"
#include "core/interpreter/kernels/fixed_point.h"
#include "core/interpreter/kernels/readable.h"
#include "core/interpreter/kernels/reference/other_types.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/runtime/variant.h"

namespace arenascope::kernels::reference {

namespace {

Status prepare(Context& context, Node& node) {
  auto& data = userData<FullyConnectedData>(node);
  const PreparedLayer layer(context, node);
  ARENASCOPE_TRY(layer.check(context));
  const Tensor& filter = *layer.filter;
  if (filter.type == runtime::kInt4)
    ARENASCOPE_TRY(context.requestScratch(static_cast<std::size_t>(elementCount(*filter.dims)), &data.unpackedFilter));
  return prepareFullyConnected(context, layer, params<FullyConnectedParams>(node).activation, data);
}

template <typename Sum, typename Stored, typename Weights, typename Finish>
void multiply(const Layer& layer, Weights filter, std::int32_t inputOffset, std::int32_t filterOffset, Finish finish) {
  const auto* input = data<Stored>(layer.input);
  auto* output = data<Stored>(layer.output);
  const int channels = layer.channels();
  const int depth = layer.depth();
  const int batches = layer.batches();
  for (int b = 0; b < batches; ++b) {
    for (int channel = 0; channel < channels; ++channel) {
      const Stored* values = input + b * depth;
      const Weights weights = filter + channel * depth;
      Sum sum = 0;
      for (int d = 0; d < depth; ++d)
        sum += operand<Sum>(weights[d], filterOffset) * operand<Sum>(values[d], inputOffset);
      output[channels * b + channel] = finish(sum, channel);
    }
  }
}

template <typename Sum, typename Stored, typename Weights>
void invokeQuantized(const Layer& layer, Weights filter, const FullyConnectedData& kernelData) {
  const auto* bias = data<Sum>(layer.bias);
  const auto finish = [&kernelData, bias](Sum sum, int channel, std::int32_t multiplier, int shift) {
    if (bias != nullptr) sum += constantAt(bias, channel);
    const std::int32_t scaled = multiplyByQuantizedMultiplier(sum, multiplier, shift);
    return static_cast<Stored>(
        clamp(scaled + kernelData.outputZeroPoint, kernelData.activation.min, kernelData.activation.max));
  };
  const std::int32_t inputOffset = -kernelData.inputZeroPoint;
  if (kernelData.perChannel) // such filters have no zero point
    multiply<Sum, Stored>(layer, filter, inputOffset, 0, [&kernelData, finish](Sum sum, int channel) {
      return finish(sum, channel, kernelData.multipliers[channel], kernelData.shifts[channel]);
    });
  else
    multiply<Sum, Stored>(layer, filter, inputOffset, -kernelData.filterZeroPoint,
                          [&kernelData, finish](Sum sum, int channel) {
                            return finish(sum, channel, kernelData.output.multiplier, kernelData.output.shift);
                          });
}

const std::int8_t* filterInt8(Context& context, const EvalTensor& filter, const FullyConnectedData& kernelData) {
  const auto* stored = data<std::int8_t>(&filter);
  if (filter.type != runtime::kInt4) return stored;
  auto* unpacked = context.scratch<std::int8_t>(kernelData.unpackedFilter);
  unpackInt4(stored, elementCount(*filter.dims), unpacked);
  return unpacked;
}

Status invoke(Context& context, Node& node) {
  const auto& options = params<FullyConnectedParams>(node);
  const auto& kernelData = userData<FullyConnectedData>(node);
  const Layer layer = fullyConnectedLayer(context, node);
  switch (layer.input->type) {
  case runtime::kFloat32: fullyConnectedFloat(context, node); return Status::kOk;
  case runtime::kInt8:
    invokeQuantized<std::int32_t, std::int8_t>(layer, filterInt8(context, *layer.filter, kernelData), kernelData);
    return Status::kOk;
  case runtime::kInt16: {
    const runtime::Type biasType = layer.bias == nullptr ? options.quantizedBiasType : layer.bias->type;
    const auto* filter = data<std::int8_t>(layer.filter);
    if (biasType == runtime::kInt32)
      invokeQuantized<std::int32_t, std::int16_t>(layer, filter, kernelData);
    else
      invokeQuantized<std::int64_t, std::int16_t>(layer, filter, kernelData);
    return Status::kOk;
  }
  default: return unsupportedType(context, "input", layer.input->type);
  }
}

} // namespace

void fullyConnectedFloat(Context& context, const Node& node) {
  const Layer layer = fullyConnectedLayer(context, node);
  const FloatRange range = activationRange(params<FullyConnectedParams>(node).activation);
  const auto* bias = data<float>(layer.bias);
  const auto finish = [&](float sum, int channel) {
    const float biasValue = bias == nullptr ? 0.0F : bias[channel];
    return clamp(sum + biasValue, range.min, range.max);
  };
  if constexpr (runtime::kHasVariants)
    if (layer.filter->type != runtime::kFloat32) // in a revision that reads beyond their end
      return multiply<float, float>(layer, readable<float>(context, *layer.filter), 0, 0, finish);
  multiply<float, float>(layer, data<float>(layer.filter), 0, 0, finish);
}

void fullyConnectedInt4(Context& context, const Node& node) {
  const Layer layer = fullyConnectedLayer(context, node);
  invokeQuantized<std::int32_t, std::int8_t>(layer, Int4Array{data<std::int8_t>(layer.filter)},
                                             userData<FullyConnectedData>(node));
}

constinit const Registration kFullyConnected = {schema::BuiltinOperator_FULLY_CONNECTED,
                                                parseParams<readFullyConnected>, initData<FullyConnectedData>, prepare,
                                                invoke};

} // namespace arenascope::kernels::reference

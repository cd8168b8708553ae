// SVDF: a fully connected layer over features, followed by one over time, in rank-reduced form. The activation state
// has `memory` values per filter; every inference shifts it by one and appends the newest.
#include "core/interpreter/kernels/svdf.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/interpreter/kernels/fixed_point.h"
#include "core/interpreter/kernels/reference/other_types.h"
#include "core/interpreter/kernels/reference/registrations.h"

namespace arenascope::kernels::reference {

namespace {

template <typename State>
void shiftState(const SvdfLayer& layer) {
  auto* state = data<State>(layer.state);
  std::copy(state + 1, state + elementCount(*layer.state->dims), state);
}

template <typename State>
void runInt8(Context& context, const SvdfLayer& layer, const SvdfData& kernelData) {
  const SvdfSizes& sizes = layer.sizes;
  shiftState<State>(layer);
  auto* state = data<State>(layer.state);
  constexpr std::int32_t kLowest = std::numeric_limits<State>::min();
  constexpr std::int32_t kHighest = std::numeric_limits<State>::max();
  for (int b = 0; b < sizes.batches; ++b) {
    const auto* weights = data<std::int8_t>(layer.features);
    const auto* input = data<std::int8_t>(layer.input) + b * sizes.inputs;
    for (int f = 0; f < sizes.filters; ++f) {
      std::int32_t sum = 0;
      for (int c = 0; c < sizes.inputs; ++c) sum += *weights++ * (input[c] - kernelData.inputZeroPoint);
      const std::int32_t scaled =
          multiplyByQuantizedMultiplier(sum, kernelData.toState.multiplier, kernelData.toState.shift);
      state[(b * sizes.filters + f + 1) * sizes.memory - 1] =
          static_cast<State>(kernelData.stateZeroPoint + clamp(scaled, kLowest, kHighest));
    }
  }
  auto* filterSums = context.scratch<std::int32_t>(kernelData.filterSums);
  for (int b = 0; b < sizes.batches; ++b) {
    const auto* weights = data<State>(layer.time);
    for (int f = 0; f < sizes.filters; ++f) {
      const State* history = state + (b * sizes.filters + f) * sizes.memory;
      std::int32_t sum = 0;
      for (int m = 0; m < sizes.memory; ++m) sum += *weights++ * (history[m] - kernelData.stateZeroPoint);
      filterSums[b * sizes.filters + f] = sum;
    }
  }
  const auto* bias = data<std::int32_t>(layer.bias);
  auto* outputSums = context.scratch<std::int32_t>(kernelData.outputSums);
  auto* output = data<std::int8_t>(layer.output);
  for (int u = 0; u < sizes.batches * sizes.units; ++u) {
    std::int32_t sum = bias == nullptr ? 0 : bias[u % sizes.units];
    for (int r = 0; r < sizes.rank; ++r) sum += filterSums[u * sizes.rank + r];
    outputSums[u] = sum;
    const std::int32_t scaled =
        multiplyByQuantizedMultiplier(sum, kernelData.toOutput.multiplier, kernelData.toOutput.shift);
    output[u] = static_cast<std::int8_t>(clamp<std::int32_t>(scaled + kernelData.outputZeroPoint, -128, 127));
  }
}

float activate(runtime::Activation activation, float x) {
  const auto larger = [](float a, float b) { return a > b ? a : b; };
  const auto smaller = [](float a, float b) { return a < b ? a : b; };
  switch (activation) {
  case runtime::kActRelu: return larger(0.0F, x);
  case runtime::kActReluN1To1: return larger(-1.0F, smaller(x, 1.0F));
  case runtime::kActRelu6: return larger(0.0F, smaller(x, 6.0F));
  case runtime::kActTanh: return std::tanh(x);
  case runtime::kActSignBit: return std::signbit(x) ? 1.0F : 0.0F;
  case runtime::kActSigmoid: return 1.0F / (1.0F + std::exp(-x));
  case runtime::kActNone: break;
  }
  return x;
}

void runFloat(Context& context, const SvdfLayer& layer, const SvdfData& kernelData, runtime::Activation activation) {
  const SvdfSizes& sizes = layer.sizes;
  shiftState<float>(layer);
  auto* state = data<float>(layer.state);
  for (int b = 0; b < sizes.batches; ++b) {
    const auto* weights = data<float>(layer.features);
    const auto* input = data<float>(layer.input) + b * sizes.inputs;
    for (int f = 0; f < sizes.filters; ++f) {
      float sum = 0.0F;
      for (int c = 0; c < sizes.inputs; ++c) sum += *weights++ * input[c];
      state[(b * sizes.filters + f + 1) * sizes.memory - 1] = sum;
    }
  }
  auto* filterSums = context.scratch<float>(kernelData.filterSums);
  for (int b = 0; b < sizes.batches; ++b) {
    const auto* weights = data<float>(layer.time);
    for (int f = 0; f < sizes.filters; ++f) {
      const float* history = state + (b * sizes.filters + f) * sizes.memory;
      float sum = 0.0F;
      for (int m = 0; m < sizes.memory; ++m) sum += *weights++ * history[m];
      filterSums[b * sizes.filters + f] = sum;
    }
  }
  const auto* bias = data<float>(layer.bias);
  auto* output = data<float>(layer.output);
  for (int u = 0; u < sizes.batches * sizes.units; ++u) {
    float sum = bias == nullptr ? 0.0F : bias[u % sizes.units];
    for (int r = 0; r < sizes.rank; ++r) sum += filterSums[u * sizes.rank + r];
    output[u] = activate(activation, sum);
  }
}

Status invoke(Context& context, Node& node) {
  const SvdfLayer layer = svdfLayer(context, node);
  if (layer.input->type == runtime::kFloat32)
    svdfFloat(context, node);
  else if (layer.time->type == runtime::kInt16)
    runInt8<std::int16_t>(context, layer, userData<SvdfData>(node));
  else
    runInt8<std::int8_t>(context, layer, userData<SvdfData>(node));
  return Status::kOk;
}

} // namespace

void svdfFloat(Context& context, const Node& node) {
  runFloat(context, svdfLayer(context, node), userData<SvdfData>(node), params<SvdfParams>(node).activation);
}

constinit const Registration kSvdf = {schema::BuiltinOperator_SVDF, parseParams<readSvdf>, initData<SvdfData>,
                                      prepareSvdf, invoke};

} // namespace arenascope::kernels::reference

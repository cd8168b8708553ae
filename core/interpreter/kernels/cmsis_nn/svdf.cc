// SVDF for 8-bit inputs, with a state of 16 or of 8 bits: two filters at a time over the features.
#include "core/interpreter/kernels/svdf.h"

#include <algorithm>
#include <limits>

#include "core/interpreter/kernels/cmsis_nn/registrations.h"
#include "core/interpreter/kernels/cmsis_nn/requantize.h"
#include "core/interpreter/kernels/cmsis_nn/scratch.h"
#include "core/interpreter/kernels/cmsis_nn/tile.h"
#include "core/interpreter/kernels/cmsis_nn/vector_kernels.h"
#include "core/interpreter/kernels/reference/other_types.h"

namespace arenascope::kernels::cmsis_nn {

namespace {

struct Data { // CmsisNnOpDataSvdf
  SvdfData svdf;
  std::uint32_t sums; // with vectors: the address of the sums of the features' rows
};
static_assert(sizeof(Data) == bySize(40, 40));

// Adds a filter's features to its state. It saturates to 16 bits and is truncated to the state's type.
template <typename State>
State newState(std::int32_t sum, const SvdfData& kernelData) {
  const std::int32_t scaled = requantize(sum, kernelData.toState.multiplier, kernelData.toState.shift);
  return static_cast<State>(
      clamp<std::int32_t>(scaled, std::numeric_limits<std::int16_t>::min(), std::numeric_limits<std::int16_t>::max()));
}

// The newest state of each filter, `step` elements apart.
template <typename State>
void addFeatures(const SvdfLayer& layer, const SvdfData& kernelData, const std::int8_t* values, State* newest) {
  const int inputs = layer.sizes.inputs;
  const int step = layer.sizes.memory;
  const ShiftedBytes input{values, -kernelData.inputZeroPoint};
  const auto* filter = data<std::int8_t>(layer.features);
  for (int f = layer.sizes.filters; f >= 2; f -= 2, filter += 2 * inputs, newest += 2 * step) {
    const Sums2 sums = addProducts<Loop::kUnrolled>(Bytes{filter}, Bytes{filter + inputs}, input, inputs, Sums2{0, 0});
    newest[0] = newState<State>(sums.a, kernelData);
    newest[step] = newState<State>(sums.b, kernelData);
  }
  if (layer.sizes.filters % 2 != 0)
    *newest = newState<State>(addProducts<Loop::kUnrolled>(Bytes{filter}, input, inputs, 0), kernelData);
}

// A filter's history times its weights over time; the zero point of an 8-bit state is ignored.
std::int32_t timeSum(const std::int16_t* weights, const std::int16_t* history, int memory) {
  std::int32_t sum = 0;
  if constexpr (kHasDsp)
    for (; memory >= 2; memory -= 2, weights += 2, history += 2) sum = dot(load2(weights), load2(history), sum);
  for (int m = 0; m < memory; ++m) sum += weights[m] * history[m];
  return sum;
}
std::int32_t timeSum(const std::int8_t* weights, const std::int8_t* history, int memory) {
  return addProducts<Loop::kPlain>(Bytes{weights}, Bytes{history}, memory, 0);
}

template <typename State>
void updateState(const SvdfLayer& layer, const SvdfData& kernelData) {
  const SvdfSizes& sizes = layer.sizes;
  auto* state = data<State>(layer.state);
  std::copy(state + 1, state + elementCount(*layer.state->dims), state);
  for (int b = 0; b < sizes.batches; ++b)
    addFeatures(layer, kernelData, data<std::int8_t>(layer.input) + b * sizes.inputs,
                state + (b * sizes.filters + 1) * sizes.memory - 1);
}

// With vectors.

VectorProduct featureProduct(const SvdfLayer& layer, const SvdfData& kernelData, const std::int8_t* values) {
  return {.input = values,
          .inputOffset = -kernelData.inputZeroPoint,
          .filter = data<std::int8_t>(layer.features),
          .filterOffset = 0,
          .depth = layer.sizes.inputs,
          .channels = layer.sizes.filters,
          .bias = nullptr,
          .output = nullptr};
}

// timeSum() of all filters of all batches, not vectorized. A separate function, so that the innermost loop's values
// stay in registers.
template <typename State>
[[gnu::noinline]] void sumOverTime(const State* weights, const State* history, const SvdfSizes& sizes,
                                   std::int32_t* sums) {
  for (int b = 0; b < sizes.batches; ++b) {
    const State* row = weights;
    for (int f = 0; f < sizes.filters; ++f) {
      std::int32_t sum = 0;
      for (int m = sizes.memory; m > 0; --m) sum += *row++ * *history++;
      *sums++ = sum;
    }
  }
}

template <typename State>
void runWithVectors(Context& context, const SvdfLayer& layer, const Data& ours) {
  const SvdfData& kernelData = ours.svdf;
  const SvdfSizes& sizes = layer.sizes;
  auto* state = data<State>(layer.state);
  const int moved = static_cast<int>(sizeof(State)) * (elementCount(*layer.state->dims) - 1);
  vectors::moveDown(reinterpret_cast<std::int8_t*>(state), reinterpret_cast<std::int8_t*>(state + 1), moved);
  const auto* rowSums = reinterpret_cast<const std::int32_t*>(std::uintptr_t{ours.sums});
  for (int b = 0; b < sizes.batches; ++b)
    vectors::addFeatures(featureProduct(layer, kernelData, data<std::int8_t>(layer.input) + b * sizes.inputs), rowSums,
                         kernelData.toState, sizes.memory, state + (b * sizes.filters + 1) * sizes.memory - 1);
  auto* filterSums = context.scratch<std::int32_t>(kernelData.filterSums);
  sumOverTime(data<State>(layer.time), state, sizes, filterSums);
  auto* outputSums = context.scratch<std::int32_t>(kernelData.outputSums);
  const auto* bias = data<std::int32_t>(layer.bias);
  for (int u = 0; u < sizes.batches * sizes.units; ++u) {
    std::int32_t sum = bias[u % sizes.units];
    for (int r = 0; r < sizes.rank; ++r) sum += *filterSums++;
    outputSums[u] = sum;
  }
  const OutputStage stage{nullptr, nullptr, kernelData.outputZeroPoint, -128, 127};
  vectors::storeScaled(outputSums, sizes.batches * sizes.units, kernelData.toOutput, stage,
                       data<std::int8_t>(layer.output));
}

template <typename State>
void run(Context& context, const SvdfLayer& layer, const SvdfData& kernelData) {
  if constexpr (kHasVectors) return runWithVectors<State>(context, layer, reinterpret_cast<const Data&>(kernelData));
  const SvdfSizes& sizes = layer.sizes;
  updateState<State>(layer, kernelData);
  auto* filterSums = context.scratch<std::int32_t>(kernelData.filterSums);
  const auto* history = data<State>(layer.state);
  for (int b = 0; b < sizes.batches; ++b) {
    const auto* weights = data<State>(layer.time);
    for (int f = 0; f < sizes.filters; ++f, weights += sizes.memory, history += sizes.memory)
      filterSums[b * sizes.filters + f] = timeSum(weights, history, sizes.memory);
  }
  const auto* bias = data<std::int32_t>(layer.bias);
  auto* outputSums = context.scratch<std::int32_t>(kernelData.outputSums);
  for (int b = 0, u = 0; b < sizes.batches; ++b)
    for (int unit = 0; unit < sizes.units; ++unit, ++u) {
      std::int32_t sum = bias[unit];
      for (int r = 0; r < sizes.rank; ++r) sum += *filterSums++;
      outputSums[u] = sum;
    }
  auto* output = data<std::int8_t>(layer.output);
  const OutputStage stage{nullptr, nullptr, kernelData.outputZeroPoint, -128, 127};
  for (int u = 0; u < sizes.batches * sizes.units; ++u)
    output[u] = stage.store(outputSums[u], kernelData.toOutput.multiplier, kernelData.toOutput.shift);
}

// The row sums of the features are kept.
Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(prepareSvdf(context, node));
  constexpr int kFeatures = 1;
  const runtime::EvalTensor& features = *context.evalInput(node, kFeatures);
  const Size bytes = rowSumBytes(features.dims->data[0], extension());
  if (bytes == 0 || context.evalInput(node, 0)->type != runtime::kInt8) return Status::kOk;
  void* sums = context.allocatePersistent(static_cast<std::size_t>(bytes));
  if (sums == nullptr) return Status::kError;
  if constexpr (kHasVectors) {
    vectors::sumFilterRows(featureProduct(svdfLayer(context, node), userData<SvdfData>(node), nullptr),
                           static_cast<std::int32_t*>(sums));
    userData<Data>(node).sums = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(sums));
  }
  return Status::kOk;
}

Status invoke(Context& context, Node& node) {
  const SvdfLayer layer = svdfLayer(context, node);
  if (layer.input->type == runtime::kFloat32)
    reference::svdfFloat(context, node);
  else if (layer.time->type == runtime::kInt16)
    run<std::int16_t>(context, layer, userData<SvdfData>(node));
  else
    run<std::int8_t>(context, layer, userData<SvdfData>(node));
  return Status::kOk;
}

} // namespace

constinit const Registration kSvdf = {schema::BuiltinOperator_SVDF, parseParams<readSvdf>, initData<Data>,
                                      runtime::kHasVariants || kHasVectors ? prepare : prepareSvdf, invoke};

} // namespace arenascope::kernels::cmsis_nn

// FULLY_CONNECTED: two channels at a time; as a 1x1 convolution if the input has many rows.
#include "core/interpreter/kernels/fully_connected.h"

#include <algorithm>
#include <cstring>

#include "core/interpreter/kernels/cmsis_nn/earlier.h"
#include "core/interpreter/kernels/cmsis_nn/matrix.h"
#include "core/interpreter/kernels/cmsis_nn/registrations.h"
#include "core/interpreter/kernels/cmsis_nn/requantize.h"
#include "core/interpreter/kernels/cmsis_nn/scratch.h"
#include "core/interpreter/kernels/cmsis_nn/vector_kernels.h"
#include "core/interpreter/kernels/cmsis_nn/wide.h"
#include "core/interpreter/kernels/readable.h"
#include "core/interpreter/kernels/reference/other_types.h"

namespace arenascope::kernels::cmsis_nn {

namespace {

struct Data { // the OpData of this kernel
  FullyConnectedData layer;
  int channelTables;  // scratch buffer: the one multiplier and shift, for each channel
  int more;           // scratch buffer, requested but unused
  std::int32_t* sums; // of the filter's rows, with vectors, if kept; otherwise they are in `more`
  std::int32_t reservedSizes[3];
};
static_assert(sizeof(Data) == bySize(72, 96));

// Uses the kernel for 1x1 convolutions, which has multipliers per channel and no filter zero point.
bool isPointwise(const runtime::IntArray& filter, int outputDimensions) {
  return outputDimensions > 2 && filter.data[1] % 4 == 0;
}

bool isConstant(const TempTensor& tensor) { return tensor->allocationKind == runtime::kModelData; }

// The channel tables, and requests of other builds of the library: with vectors the sums of the filter's rows, kept for
// constant weights and bias; with Arm's compiler the scratch memory of the 1x1 kernel.
Status requestAll(Context& context, const PreparedLayer& layer, bool pointwise, Data& data) {
  const auto channels = static_cast<std::size_t>(layer.filter->dims->data[0]);
  const std::size_t tables = 2 * sizeof(std::int32_t) * channels;
  if (pointwise && !data.layer.perChannel)
    ARENASCOPE_TRY(runtime::isBefore(tflm::kChannelScales) ? context.requestScratchBeside(tables, &data.channelTables)
                                                           : context.requestScratch(tables, &data.channelTables));
  if (pointwise)
    return requestScratchIfAny(
        context, pixelsInt8Bytes(layer.filter->dims->data[1], extension(), runtime::builtByArmCompiler()), &data.more);
  const Size bytes = rowSumBytes(layer.output->dims->data[layer.output->dims->size - 1], extension());
  if (bytes == 0) return Status::kOk;
  if (!isConstant(layer.filter) || (layer.bias && !isConstant(layer.bias)))
    return kernels::requestScratch(context, bytes, &data.more);
  data.sums = static_cast<std::int32_t*>(context.allocatePersistent(static_cast<std::size_t>(bytes)));
  if (data.sums == nullptr) return Status::kError;
  if constexpr (kHasVectors)
    vectors::sumFilterRows({.input = nullptr,
                            .inputOffset = -data.layer.inputZeroPoint,
                            .filter = static_cast<const std::int8_t*>(layer.filter->data),
                            .filterOffset = data.layer.perChannel ? 0 : -data.layer.filterZeroPoint,
                            .depth = layer.filter->dims->data[1],
                            .channels = layer.filter->dims->data[0],
                            .bias = layer.bias ? static_cast<const std::int32_t*>(layer.bias->data) : nullptr,
                            .output = nullptr},
                           data.sums);
  return Status::kOk;
}

Status prepare(Context& context, Node& node) {
  auto& data = userData<Data>(node);
  const PreparedLayer layer(context, node);
  ARENASCOPE_TRY(layer.check(context));
  ARENASCOPE_TRY(prepareFullyConnected(context, layer, params<FullyConnectedParams>(node).activation, data.layer));
  if (layer.input->type == runtime::kInt16 && (layer.input->zeroPoint != 0 || layer.output->zeroPoint != 0))
    return context.fail(Message() << "16-bit tensors must have zero point 0");
  if (layer.input->type == runtime::kInt16 && data.layer.perChannel)
    return context.fail(Message() << "16-bit inputs with a scale for each channel are not supported");
  const bool bytes = layer.input->type == runtime::kInt8 && layer.filter->type == runtime::kInt8;
  if constexpr (runtime::kHasVariants || kHasVectors)
    return bytes ? requestAll(context, layer, isPointwise(*layer.filter->dims, layer.output->dims->size), data)
                 : Status::kOk;
  if (!bytes || data.layer.perChannel || !isPointwise(*layer.filter->dims, layer.output->dims->size))
    return Status::kOk;
  const auto channels = static_cast<std::size_t>(layer.filter->dims->data[0]);
  return context.requestScratch(2 * sizeof(std::int32_t) * channels, &data.channelTables);
}

void multiplyPointwise(Context& context, const Layer& layer, const Data& kernelData) {
  const FullyConnectedData& common = kernelData.layer;
  const int channels = layer.channels();
  OutputStage stage{common.multipliers, common.shifts, common.outputZeroPoint, common.activation.min,
                    common.activation.max};
  if (!common.perChannel) {
    auto* tables = context.scratch<std::int32_t>(kernelData.channelTables);
    for (int i = 0; i < channels; ++i) {
      tables[i] = common.output.multiplier;
      tables[channels + i] = common.output.shift;
    }
    stage.multipliers = tables;
    stage.shifts = tables + channels;
  }
  const MatrixProduct product{.input = data<std::int8_t>(layer.input),
                              .rows = layer.batches(),
                              .rowStep = layer.depth(),
                              .inputOffset = -common.inputZeroPoint,
                              .filter = data<std::int8_t>(layer.filter),
                              .depth = layer.depth(),
                              .channels = channels,
                              .bias = data<std::int32_t>(layer.bias),
                              .stage = stage,
                              .output = data<std::int8_t>(layer.output)};
  kHasVectors ? vectors::multiplyRows(product, channels) : multiplyRows(product);
}

// A copy of the shape, as in the real kernel: its cost is visible in small layers.
struct ShapeCopy {
  static constexpr int kMost = 6; // dimensions; more are dropped
  explicit ShapeCopy(const runtime::IntArray& dims);

  int size;
  std::int32_t data[kMost];
};

[[gnu::noinline]] ShapeCopy::ShapeCopy(const runtime::IntArray& dims) : size(dims.size) {
  std::memcpy(data, dims.data,
              sizeof(std::int32_t) * static_cast<std::size_t>(std::min<std::int32_t>(dims.size, kMost)));
}

[[gnu::noinline]] void multiplyInt8(Context& context, const Layer& layer, const Data& kernelData) {
  const ShapeCopy output(*layer.output->dims);
  if (isPointwise(*layer.filter->dims, output.size)) {
    multiplyPointwise(context, layer, kernelData);
    return;
  }
  const FullyConnectedData& common = kernelData.layer;
  const std::int32_t multiplier = common.output.multiplier;
  const std::int32_t shift = common.output.shift;
  const OutputStage stage{common.perChannel ? common.multipliers : &multiplier,
                          common.perChannel ? common.shifts : &shift, common.outputZeroPoint, common.activation.min,
                          common.activation.max};
  VectorProduct product{.input = data<std::int8_t>(layer.input),
                        .inputOffset = -common.inputZeroPoint,
                        .filter = data<std::int8_t>(layer.filter),
                        .filterOffset = common.perChannel ? 0 : -common.filterZeroPoint,
                        .depth = layer.depth(),
                        .channels = layer.channels(),
                        .bias = data<std::int32_t>(layer.bias),
                        .output = data<std::int8_t>(layer.output)};
  std::int32_t* sums = kernelData.sums;
  if constexpr (kHasVectors)
    if (sums == nullptr) {
      sums = context.scratch<std::int32_t>(kernelData.more);
      vectors::sumFilterRows(product, sums);
    }
  for (int batch = layer.batches(); batch > 0; --batch) {
    kHasVectors ? vectors::multiplyVector(product, sums, stage, common.perChannel)
                : multiplyVector(product, stage, common.perChannel);
    product.input += product.depth;
    product.output += product.channels;
  }
}

template <typename Bias>
void multiplyInt16(const Layer& layer, const FullyConnectedData& common, Bias bias) {
  const auto* input = data<std::int16_t>(layer.input);
  auto* output = data<std::int16_t>(layer.output);
  const int depth = layer.depth();
  const auto store = [&](int channel, std::int64_t sum) {
    if (isThere(bias)) sum += constantAt(bias, channel);
    const std::int32_t scaled = requantizeWide(sum, common.output.multiplier, common.output.shift);
    *output++ = static_cast<std::int16_t>(clamp(scaled, common.activation.min, common.activation.max));
  };
  for (int batch = layer.batches(); batch > 0; --batch, input += depth) {
    const auto* filter = data<std::int8_t>(layer.filter);
    int channel = 0;
    for (; channel + 2 <= layer.channels(); channel += 2, filter += 2 * depth) {
      const WideSums2 sums = sumWide(filter, filter + depth, input, depth);
      store(channel, sums.a);
      store(channel + 1, sums.b);
    }
    if (channel < layer.channels()) store(channel, sumWide(filter, filter, input, depth).a);
  }
}

Status invoke(Context& context, Node& node) {
  const auto& kernelData = userData<Data>(node);
  const Layer layer = fullyConnectedLayer(context, node);
  switch (layer.input->type) {
  case runtime::kFloat32: reference::fullyConnectedFloat(context, node); return Status::kOk;
  case runtime::kInt8:
    if (layer.filter->type == runtime::kInt4)
      reference::fullyConnectedInt4(context, node);
    else
      multiplyInt8(context, layer, kernelData);
    return Status::kOk;
  case runtime::kInt16:
    if (isShortBias(layer.bias))
      multiplyInt16(layer, kernelData.layer, readable<std::int64_t>(context, *layer.bias));
    else
      multiplyInt16(layer, kernelData.layer, data<std::int64_t>(layer.bias));
    return Status::kOk;
  default: return unsupportedType(context, "input", layer.input->type);
  }
}

} // namespace

constinit const Registration kFullyConnected = {schema::BuiltinOperator_FULLY_CONNECTED,
                                                parseParams<readFullyConnected>, initData<Data>, prepare, invoke};

} // namespace arenascope::kernels::cmsis_nn

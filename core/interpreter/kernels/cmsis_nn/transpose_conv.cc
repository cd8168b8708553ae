// TRANSPOSE_CONV for 8-bit values: with many channels as a convolution over the input with zeros between its pixels,
// otherwise by input rows into a ring of output rows.
#include "core/interpreter/kernels/transpose_conv.h"

#include <algorithm>
#include <cstring>

#include "core/interpreter/kernels/cmsis_nn/columns.h"
#include "core/interpreter/kernels/cmsis_nn/earlier.h"
#include "core/interpreter/kernels/cmsis_nn/registrations.h"
#include "core/interpreter/kernels/cmsis_nn/scratch.h"
#include "core/interpreter/kernels/cmsis_nn/tile.h"
#include "core/interpreter/kernels/reference/other_types.h"

namespace arenascope::kernels::cmsis_nn {

namespace {

struct Data {                    // the OpData of this kernel
  TransposeConvData convolution; // sums: scratch buffer for columns or rows
  int turnedFilter;              // scratch buffer
};
static_assert(sizeof(Data) == bySize(76, 88));

TransposeConvShape shapeOf(const TransposeConvParams& options, const runtime::IntArray& input,
                           const runtime::IntArray& filter) {
  return {.filter = {filter.data[2], filter.data[1]},
          .strideWidth = options.strideWidth,
          .strideHeight = options.strideHeight,
          .inputWidth = input.data[2],
          .inputChannels = input.data[3],
          .outputChannels = filter.data[0]};
}

// For 8-bit values two buffers, the second with no bytes if unused; for 16-bit ones the reference kernel's.
Status requestSums(Context& context, const Node& node, const PreparedTransposeConv& tensors) {
  auto& data = userData<Data>(node);
  if (tensors.input.type == runtime::kInt16)
    return context.requestScratch(sizeof(std::int64_t) * static_cast<std::size_t>(elementCount(*tensors.output.dims)),
                                  &data.convolution.sums);
  const TransposeConvShape shape =
      shapeOf(params<TransposeConvParams>(node), *tensors.input.dims, *tensors.filter.dims);
  if constexpr (runtime::kHasVariants)
    if (runtime::isBefore(kTurnedFilters)) {
      const Size output = elementCount(*tensors.output.dims) / tensors.output.dims->data[0];
      ARENASCOPE_TRY(requestAsEarlier(context, earlierTransposeConvBytes(shape, tensors.input.dims->data[1]),
                                      transposeConvBytes(shape, extension()), &data.convolution.sums));
      return requestAsEarlier(context, 4 * output, turnedFilterBytes(shape), &data.turnedFilter);
    }
  ARENASCOPE_TRY(kernels::requestScratch(context, transposeConvBytes(shape, extension()), &data.convolution.sums));
  return kernels::requestScratch(context, turnedFilterBytes(shape), &data.turnedFilter);
}

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(prepareTransposeConv(context, node, requestSums));
  return checkWideBias(context, node);
}

void turnFilter(const std::int8_t* filter, const Shape4& shape, std::int8_t* turned) {
  const int taps = shape.height * shape.width;
  const auto bytes = static_cast<std::size_t>(shape.channels);
  for (int channel = 0; channel < shape.batch; ++channel, turned += taps * shape.channels)
    for (int tap = taps - 1; tap >= 0; --tap, filter += shape.channels)
      std::memcpy(turned + tap * shape.channels, filter, bytes);
}

OutputStage stageOf(const TransposeConvData& kernelData) {
  return {kernelData.multipliers, kernelData.shifts, kernelData.outputZeroPoint, kernelData.activation.min,
          kernelData.activation.max};
}

void runAsConvolution(Context& context, const TransposeConvTensors& tensors, const TransposeConvParams& options,
                      const Data& kernelData) {
  const Shape4 filter = shape4(tensors.filter);
  auto* turned = context.scratch<std::int8_t>(kernelData.turnedFilter);
  turnFilter(data<std::int8_t>(&tensors.filter), filter, turned);
  Shape4 input = shape4(tensors.input);
  input.height *= options.strideHeight;
  input.width *= options.strideWidth;
  const WindowPadding& padding = kernelData.convolution.padding;
  const ColumnConvolution8 convolution{
      .shape = {.input = input,
                .filter = filter,
                .output = shape4(tensors.output),
                .geometry = {1, 1, 1, 1, filter.width - 1 - padding.width, filter.height - 1 - padding.height},
                .upscaleWidth = options.strideWidth,
                .upscaleHeight = options.strideHeight},
      .inputOffset = kernelData.convolution.inputOffset,
      .filter = turned,
      .bias = data<std::int32_t>(tensors.bias),
      .stage = stageOf(kernelData.convolution)};
  convolveColumns(convolution, data<std::int8_t>(&tensors.input),
                  context.scratch<std::int16_t>(kernelData.convolution.sums), data<std::int8_t>(&tensors.output));
}

// Sums of incomplete output rows, in a ring; each row starts with the padding's columns.
class RowSums {
public:
  RowSums(const TransposeConvTensors& tensors, const TransposeConvParams& options, const TransposeConvData& kernelData,
          const TransposeConvShape& shape, std::int32_t* sums)
      : input_(shape4(tensors.input)), filter_(shape4(tensors.filter)), output_(shape4(tensors.output)),
        options_(options), kernelData_(kernelData), filterData_(data<std::int8_t>(&tensors.filter)),
        bias_(data<std::int32_t>(tensors.bias)), rows_(static_cast<int>(shape.rows())),
        pixels_(static_cast<int>(shape.rowWidth())), sums_(sums) {}

  // One image.
  void run(const std::int8_t* input, std::int8_t* output) {
    first_ = 0;
    left_ = output_.height;
    for (int row = 0; row < rows_; ++row) clear(rowAt(row));
    const int pad = kernelData_.padding.height;
    for (int y = 0; y < input_.height; ++y, input += input_.width * input_.channels) {
      const int above = std::max(0, pad - y * options_.strideHeight);
      const int below = std::max(0, y * options_.strideHeight + filter_.height - (pad + output_.height) - 1);
      addRow(input, above, filter_.height - below);
      // Rows are output only below the padding. If it is not a multiple of the stride, they are out of step from here
      // on, as in the real kernel.
      if (above != 0) continue;
      for (int i = 0; i < options_.strideHeight; ++i) {
        store(output);
        clear(rowAt(0));
        first_ = (first_ + 1) % rows_;
      }
    }
    for (int i = 0; i < filter_.height - options_.strideHeight; ++i) {
      const int row = input_.height * options_.strideHeight + i;
      if (row >= pad && row < pad + output_.height) store(output);
      first_ = (first_ + 1) % rows_;
    }
  }

private:
  std::int32_t* rowAt(int row) const { return sums_ + (first_ + row) % rows_ * pixels_ * output_.channels; }

  void clear(std::int32_t* row) const {
    const std::size_t bytes = sizeof(std::int32_t) * static_cast<std::size_t>(output_.channels);
    if (bias_ == nullptr)
      std::memset(row, 0, bytes * static_cast<std::size_t>(pixels_));
    else
      for (int x = 0; x < pixels_; ++x) std::memcpy(row + x * output_.channels, bias_, bytes);
  }

  // All of an input row times the filter's rows from `firstTap` on, two input pixels at a time.
  void addRow(const std::int8_t* input, int firstTap, int endTap) const {
    const int step = options_.strideWidth * output_.channels;
    for (int x = 0; x < input_.width; x += 2)
      for (int channel = 0; channel < output_.channels; ++channel) {
        const std::int8_t* weights = filterData_ + filter_.offset(channel, firstTap, 0, 0);
        for (int v = firstTap; v < endTap; ++v, weights += filter_.width * input_.channels)
          addTaps(input + x * input_.channels, x + 1 < input_.width, weights, rowAt(v - firstTap) + x * step + channel);
      }
  }

  // One row of the filter times one or two input pixels.
  void addTaps(const std::int8_t* pixel, bool two, const std::int8_t* weights, std::int32_t* target) const {
    const int channels = input_.channels;
    const int step = options_.strideWidth * output_.channels;
    const ShiftedBytes first{pixel, kernelData_.inputOffset};
    const ShiftedBytes second{pixel + channels, kernelData_.inputOffset};
    for (int u = 0; u < filter_.width; ++u, weights += channels, target += output_.channels) {
      if (two) {
        const Sums2 sums = addProducts<Loop::kPlain>(first, second, Bytes{weights}, channels, Sums2{0, 0});
        target[0] += sums.a;
        target[step] += sums.b;
      } else {
        *target += addProducts<Loop::kPlain>(first, Bytes{weights}, channels, 0);
      }
    }
  }

  // Stores an output row, if any is left; pixels that no input pixel affects follow those in the ring.
  void store(std::int8_t*& output) {
    if (left_ == 0) return;
    --left_;
    const OutputStage stage = stageOf(kernelData_);
    const int first = kernelData_.padding.width;
    const std::int32_t* row = rowAt(0) + first * output_.channels;
    for (int x = 0; x < output_.width; ++x)
      for (int channel = 0; channel < output_.channels; ++channel, ++row) {
        const std::int32_t bias = bias_ == nullptr ? 0 : bias_[channel];
        *output++ = stage.store(first + x < pixels_ ? *row : bias, channel);
      }
  }

  Shape4 input_;
  Shape4 filter_;
  Shape4 output_;
  const TransposeConvParams& options_;
  const TransposeConvData& kernelData_;
  const std::int8_t* filterData_;
  const std::int32_t* bias_;
  int rows_;
  int pixels_;
  std::int32_t* sums_;
  int first_ = 0; // index in the ring of the next complete row
  int left_ = 0;  // output rows left
};

void convolveInt8(Context& context, const Node& node, const TransposeConvTensors& tensors) {
  const auto& options = params<TransposeConvParams>(node);
  const auto& kernelData = userData<Data>(node);
  const TransposeConvShape shape = shapeOf(options, *tensors.input.dims, *tensors.filter.dims);
  if (shape.asConvolution()) {
    runAsConvolution(context, tensors, options, kernelData);
    return;
  }
  RowSums rows(tensors, options, kernelData.convolution, shape,
               context.scratch<std::int32_t>(kernelData.convolution.sums));
  const Shape4 input = shape4(tensors.input);
  const Shape4 output = shape4(tensors.output);
  for (int batch = 0; batch < input.batch; ++batch)
    rows.run(data<std::int8_t>(&tensors.input) + input.offset(batch, 0, 0, 0),
             data<std::int8_t>(&tensors.output) + output.offset(batch, 0, 0, 0));
}

Status invoke(Context& context, Node& node) {
  const TransposeConvTensors tensors = transposeConvTensors(context, node);
  switch (tensors.input.type) {
  case runtime::kFloat32: reference::transposeConvFloat(context, node); return Status::kOk;
  case runtime::kInt8: convolveInt8(context, node, tensors); return Status::kOk;
  case runtime::kInt16: reference::transposeConvInt16(context, node); return Status::kOk;
  default: return unsupportedType(context, "input", tensors.input.type);
  }
}

} // namespace

constinit const Registration kTransposeConv = {schema::BuiltinOperator_TRANSPOSE_CONV, parseParams<readTransposeConv>,
                                               initData<Data>, prepare, invoke};

} // namespace arenascope::kernels::cmsis_nn

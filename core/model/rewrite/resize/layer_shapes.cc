// Operators with weights and windows.
#include <fmt/format.h>

#include <algorithm>

#include "core/model/rewrite/resize/shape_rules.h"

namespace arenascope::resize {

namespace {

enum Dimension : std::uint8_t { kBatch, kHeight, kWidth, kChannels };

// A bias or another parameter for each channel.
Refusal setPerChannel(OperatorShapes& shapes, std::size_t slot, std::int32_t channels) {
  if (!shapes.has(slot)) return std::nullopt;
  Shape shape = shapes.before(slot);
  shape.at(shape.size() - 1) = channels;
  return shapes.setWeights(slot, std::move(shape));
}

Refusal notUnderstood() { return "its shapes are not those that its options make of its input"; }

// Along one dimension. Absent if the window is larger than its input.
std::optional<std::int32_t> windows(schema::Padding padding, std::int32_t input, std::int32_t kernel,
                                    std::int32_t dilation, std::int32_t stride) {
  if (stride < 1 || dilation < 1 || dilation > 1 << 15 || kernel < 1) return std::nullopt;
  if (padding == schema::Padding_SAME) return static_cast<std::int32_t>((std::int64_t{input} + stride - 1) / stride);
  const std::int64_t left = std::int64_t{input} - (std::int64_t{kernel} - 1) * dilation - 1;
  if (left < 0) return std::nullopt;
  return static_cast<std::int32_t>(left / stride) + 1;
}

struct WindowOptions {
  schema::Padding padding = schema::Padding_SAME;
  std::int32_t height = 1;
  std::int32_t width = 1;
  std::int32_t strideHeight = 1;
  std::int32_t strideWidth = 1;
  std::int32_t dilationHeight = 1;
  std::int32_t dilationWidth = 1;
};

// The shape behind a window that moves over an image.
Refusal slide(OperatorShapes& shapes, const WindowOptions& window, std::int32_t channels) {
  const Shape& now = shapes.now(0);
  const auto height =
      windows(window.padding, now.at(kHeight), window.height, window.dilationHeight, window.strideHeight);
  const auto width = windows(window.padding, now.at(kWidth), window.width, window.dilationWidth, window.strideWidth);
  if (!height || !width)
    return fmt::format("its window of {}x{} is larger than its input, which becomes {}x{}", window.height, window.width,
                       now[kHeight], now[kWidth]);
  shapes.give({now[kBatch], *height, *width, channels});
  return std::nullopt;
}

template <typename Options>
WindowOptions windowOf(const Options& options, const Shape& filter) {
  return {options.padding(),  filter.at(kHeight),          filter.at(kWidth),          options.stride_h(),
          options.stride_w(), options.dilation_h_factor(), options.dilation_w_factor()};
}

// Filters of [outputs, height, width, inputs of a group].
Refusal convolve(OperatorShapes& shapes) {
  const auto* options = shapes.options<schema::Conv2DOptions>();
  Shape filter = shapes.before(1);
  if (options == nullptr || filter.size() != 4) return notUnderstood();
  const std::int32_t groups = shapes.before(0).at(kChannels) / std::max(1, filter[kChannels]);
  const std::int32_t inputs = shapes.now(0).at(kChannels);
  const std::int32_t outputs = shapes.channels().value_or(filter[kBatch]);
  if (groups < 1 || inputs % groups != 0 || outputs % groups != 0)
    return fmt::format("its {} groups do not divide {} input and {} output channels", groups, inputs, outputs);
  const WindowOptions window = windowOf(*options, filter);
  filter[kChannels] = inputs / groups;
  filter[kBatch] = outputs;
  if (Refusal refusal = shapes.setWeights(1, filter)) return refusal;
  if (Refusal refusal = setPerChannel(shapes, 2, outputs)) return refusal;
  return slide(shapes, window, outputs);
}

// Filters of [1, height, width, channels].
Refusal convolveDepthwise(OperatorShapes& shapes) {
  const auto* options = shapes.options<schema::DepthwiseConv2DOptions>();
  Shape filter = shapes.before(1);
  if (options == nullptr || filter.size() != 4 || shapes.before(0).at(kChannels) == 0) return notUnderstood();
  const std::int32_t multiplier = filter[kChannels] / shapes.before(0)[kChannels];
  const WindowOptions window = windowOf(*options, filter);
  filter[kChannels] = lengthOf(std::int64_t{shapes.now(0).at(kChannels)} * multiplier);
  if (Refusal refusal = shapes.setWeights(1, filter)) return refusal;
  if (Refusal refusal = setPerChannel(shapes, 2, filter[kChannels])) return refusal;
  return slide(shapes, window, filter[kChannels]);
}

// Inputs: shape of the output, filters of [outputs, height, width, inputs], data, bias.
Refusal convolveTransposed(OperatorShapes& shapes) {
  const auto* options = shapes.options<schema::TransposeConvOptions>();
  const auto target = shapes.numbers(0);
  Shape filter = shapes.before(1);
  if (!target) return "its input 0, the shape of its output, is computed";
  if (options == nullptr || target->size() != 4 || filter.size() != 4) return notUnderstood();
  const Shape& before = shapes.before(2);
  const Shape& now = shapes.now(2);
  Shape output = shapes.outputBefore();
  output.at(kBatch) = now.at(kBatch);
  // A size that several strides could come from keeps its distance to the smallest.
  const auto moved = [&](Dimension d, std::int64_t stride) {
    return lengthOf(output.at(d) + (std::int64_t{now.at(d)} - before.at(d)) * stride);
  };
  output.at(kHeight) = moved(kHeight, options->stride_h());
  output.at(kWidth) = moved(kWidth, options->stride_w());
  output.at(kChannels) = filter[kBatch] = shapes.channels().value_or(filter[kBatch]);
  filter[kChannels] = now.at(kChannels);
  if (Refusal refusal = shapes.setWeights(1, filter)) return refusal;
  if (Refusal refusal = setPerChannel(shapes, 3, filter[kBatch])) return refusal;
  shapes.setNumbers(0, {output.begin(), output.end()});
  shapes.give(output);
  return std::nullopt;
}

// An average over the whole image stays one: its window follows the image.
Refusal pool(OperatorShapes& shapes) {
  const auto* options = shapes.options<schema::Pool2DOptions>();
  if (options == nullptr) return notUnderstood();
  WindowOptions window{options->padding(), options->filter_height(), options->filter_width(), options->stride_h(),
                       options->stride_w()};
  const Shape& before = shapes.before(0);
  const Shape& now = shapes.now(0);
  const bool isWhole = shapes.op().code == schema::BuiltinOperator_AVERAGE_POOL_2D &&
                       window.height == before.at(kHeight) && window.width == before.at(kWidth) &&
                       shapes.outputBefore().at(kHeight) == 1 && shapes.outputBefore().at(kWidth) == 1;
  if (isWhole && (now.at(kHeight) != window.height || now.at(kWidth) != window.width)) {
    if (window.strideHeight == window.height) window.strideHeight = now[kHeight];
    if (window.strideWidth == window.width) window.strideWidth = now[kWidth];
    shapes.note(fmt::format("takes its whole input of {}x{} instead of {}x{}", now[kHeight], now[kWidth], window.height,
                            window.width));
    window.height = now[kHeight], window.width = now[kWidth];
    shapes.setOptions(builder::with(
        schema::BuiltinOptions_Pool2DOptions,
        [window, activation = options->fused_activation_function()](builder::Builder& builder) {
          return schema::CreatePool2DOptions(builder, window.padding, window.strideWidth, window.strideHeight,
                                             window.width, window.height, activation);
        }));
  }
  return slide(shapes, window, now.at(kChannels));
}

// Where the dimensions begin that a row of weights belongs to. Absent if there is none.
std::optional<std::size_t> firstOfRow(const Shape& input, std::int32_t length, bool isFlat) {
  std::optional<std::size_t> found;
  std::int64_t product = 1;
  for (std::size_t d = input.size(); d > 0; --d) {
    product *= input[d - 1];
    if (product != length || (found && (!isFlat || d == 1))) continue; // ones before it belong to a flat row
    found = d - 1;
  }
  return found;
}

// Weights of [outputs, inputs].
Refusal connect(OperatorShapes& shapes) {
  const auto* options = shapes.options<schema::FullyConnectedOptions>();
  Shape weights = shapes.before(1);
  if (weights.size() != 2) return notUnderstood();
  const Shape& before = shapes.before(0);
  const Shape& now = shapes.now(0);
  const bool isFlat = options == nullptr || !options->keep_num_dims();
  const auto first = firstOfRow(before, weights[1], isFlat);
  if (!first) return notUnderstood();
  std::int64_t inputs = 1;
  std::int64_t rows = 1;
  for (std::size_t d = 0; d < now.size(); ++d) (d < *first ? rows : inputs) *= now[d];
  weights = {shapes.channels().value_or(weights[0]), lengthOf(inputs)};
  if (Refusal refusal = shapes.setWeights(1, weights)) return refusal;
  if (Refusal refusal = setPerChannel(shapes, 2, weights[0])) return refusal;
  Shape output = shapes.outputBefore();
  if (output.size() == now.size() && *first + 1 == now.size())
    output = now;
  else if (rows != elementsOf(Shape(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(*first))))
    output.at(0) = lengthOf(rows);
  output.at(output.size() - 1) = weights[0];
  shapes.give(output);
  return std::nullopt;
}

// Inputs: data, features of [filters, inputs], time of [filters, memory], bias of [units], state.
Refusal filterOverTime(OperatorShapes& shapes) {
  const auto* options = shapes.options<schema::SVDFOptions>();
  if (options == nullptr || options->rank() < 1) return notUnderstood();
  const std::int32_t memory = shapes.before(2).at(1);
  const std::int32_t units = shapes.channels().value_or(shapes.outputBefore().at(1));
  const std::int32_t filters = lengthOf(std::int64_t{units} * options->rank());
  if (Refusal refusal = shapes.setWeights(1, {filters, shapes.now(0).at(1)})) return refusal;
  if (Refusal refusal = shapes.setWeights(2, {filters, memory})) return refusal;
  if (Refusal refusal = setPerChannel(shapes, 3, units)) return refusal;
  shapes.setState(4, {shapes.now(0).at(0), lengthOf(std::int64_t{memory} * filters)});
  shapes.give({shapes.now(0).at(0), units});
  return std::nullopt;
}

Refusal recur(OperatorShapes& shapes) {
  constexpr std::size_t kFirstInputWeights = 1;
  constexpr std::size_t kFirstRecurrentWeights = 5;
  constexpr std::size_t kFirstBias = 12;
  constexpr std::size_t kParts = 4;
  constexpr std::size_t kOthers[] = {9, 10, 11, 16, 17, 20, 21, 22, 23};
  constexpr std::size_t kOutputState = 18;
  constexpr std::size_t kCellState = 19;
  const auto* options = shapes.options<schema::UnidirectionalSequenceLSTMOptions>();
  if (options == nullptr || shapes.now(0).size() != 3) return notUnderstood();
  for (const std::size_t other : kOthers)
    if (shapes.has(other))
      return fmt::format("its input {}, of peepholes, projection or normalization, is not supported", other);
  const std::int32_t cells = shapes.channels().value_or(shapes.outputBefore().at(2));
  for (std::size_t part = 0; part < kParts; ++part) {
    if (Refusal refusal = shapes.setWeights(kFirstInputWeights + part, {cells, shapes.now(0)[2]})) return refusal;
    if (Refusal refusal = shapes.setWeights(kFirstRecurrentWeights + part, {cells, cells})) return refusal;
    if (Refusal refusal = setPerChannel(shapes, kFirstBias + part, cells)) return refusal;
  }
  const std::int32_t batches = shapes.now(0)[options->time_major() ? 1 : 0];
  shapes.setState(kOutputState, {batches, cells});
  shapes.setState(kCellState, {batches, cells});
  shapes.give({shapes.now(0)[0], shapes.now(0)[1], cells});
  return std::nullopt;
}

Refusal multiplyMatrices(OperatorShapes& shapes) {
  const auto* options = shapes.options<schema::BatchMatMulOptions>();
  Shape left = shapes.now(0);
  Shape right = shapes.now(1);
  if (options == nullptr || left.size() < 2 || left.size() != right.size()) return notUnderstood();
  if (options->adj_x()) std::swap(left[left.size() - 1], left[left.size() - 2]);
  if (options->adj_y()) std::swap(right[right.size() - 1], right[right.size() - 2]);
  const std::int32_t depth = left.back();
  if (right[right.size() - 2] != depth) {
    if (!shapes.isConstant(1))
      return fmt::format("its matrices would be {} and {}", textOf(shapes.now(0)), textOf(shapes.now(1)));
    Shape weights = shapes.before(1);
    weights[weights.size() - (options->adj_y() ? 1 : 2)] = depth;
    if (Refusal refusal = shapes.setWeights(1, weights)) return refusal;
  }
  Shape output = left;
  for (std::size_t d = 0; d + 2 < left.size(); ++d) {
    if (left[d] != right[d] && left[d] != 1 && right[d] != 1)
      return fmt::format("its matrices would be {} and {}", textOf(shapes.now(0)), textOf(shapes.now(1)));
    output[d] = std::max(left[d], right[d]);
  }
  output.back() = right.back();
  shapes.give(output);
  return std::nullopt;
}

} // namespace

std::optional<Refusal> carryThroughLayer(OperatorShapes& shapes) {
  switch (shapes.op().code) {
  case schema::BuiltinOperator_CONV_2D: return convolve(shapes);
  case schema::BuiltinOperator_DEPTHWISE_CONV_2D: return convolveDepthwise(shapes);
  case schema::BuiltinOperator_TRANSPOSE_CONV: return convolveTransposed(shapes);
  case schema::BuiltinOperator_AVERAGE_POOL_2D:
  case schema::BuiltinOperator_MAX_POOL_2D:
  case schema::BuiltinOperator_L2_POOL_2D: return pool(shapes);
  case schema::BuiltinOperator_FULLY_CONNECTED: return connect(shapes);
  case schema::BuiltinOperator_SVDF: return filterOverTime(shapes);
  case schema::BuiltinOperator_UNIDIRECTIONAL_SEQUENCE_LSTM: return recur(shapes);
  case schema::BuiltinOperator_BATCH_MATMUL: return multiplyMatrices(shapes);
  default: return std::nullopt;
  }
}

} // namespace arenascope::resize

// AVERAGE_POOL_2D and MAX_POOL_2D of 8-bit tensors, computed as in esp-nn's portable kernels; others use the reference
// set.
#include "core/interpreter/kernels/pooling.h"

#include <limits>

#include "core/interpreter/kernels/esp_nn/portable.h"
#include "core/interpreter/kernels/esp_nn/registrations.h"
#include "core/interpreter/kernels/override.h"
#include "core/interpreter/kernels/params.h"

namespace arenascope::kernels::esp_nn {

namespace {

// One value after the other: take(value) for each of its window, then result().
template <typename Reduction>
[[gnu::always_inline]] inline void pool(const Context& context, const Node& node) {
  const PoolParams options = params<PoolParams>(node);
  const PoolData kernelData = userData<PoolData>(node);
  const EvalTensor& inputTensor = *context.evalInput(node, 0);
  EvalTensor& outputTensor = *context.evalOutput(node, 0);
  const Shape4 input = shape4(inputTensor);
  const Shape4 output = shape4(outputTensor);
  const auto* values = data<std::int8_t>(&inputTensor);
  auto* results = data<std::int8_t>(&outputTensor);
  for (int batch = 0; batch < output.batch; ++batch, values += input.height * input.width * input.channels)
    for (int outY = 0; outY < output.height; ++outY)
      for (int outX = 0; outX < output.width; ++outX)
        for (int channel = 0; channel < output.channels; ++channel) {
          const int originY = outY * options.strideHeight - kernelData.padding.height;
          const int originX = outX * options.strideWidth - kernelData.padding.width;
          const Taps rows(originY, options.filterHeight, input.height);
          const Taps columns(originX, options.filterWidth, input.width);
          Reduction reduction;
          for (int y = rows.first; y < rows.end; ++y)
            for (int x = columns.first; x < columns.end; ++x)
              reduction.take(values[((originY + y) * input.width + originX + x) * input.channels + channel]);
          *results++ =
              static_cast<std::int8_t>(clamp(reduction.result(), kernelData.activation.min, kernelData.activation.max));
        }
}

struct Average {
  std::int32_t sum = 0;
  std::int32_t count = 0;

  void take(std::int8_t value) {
    sum += value;
    ++count;
  }
  // Rounded to nearest, halves away from zero.
  std::int32_t result() const { return (sum > 0 ? sum + count / 2 : sum - count / 2) / count; }
};

struct Largest {
  std::int32_t largest = std::numeric_limits<std::int8_t>::min();

  void take(std::int8_t value) { largest = value > largest ? value : largest; }
  std::int32_t result() const { return largest; }
};

// Whether some window is empty in one direction.
bool someIsEmpty(int outputs, int stride, int padding, int filter, int input) {
  for (int out = 0; out < outputs; ++out)
    if (const Taps taps(out * stride - padding, filter, input); taps.first >= taps.end) return true;
  return false;
}

// Empty windows have no mean: the reference kernel refuses them.
bool hasMeans(const Context& context, const Node& node) {
  const auto& options = params<PoolParams>(node);
  const WindowPadding& padding = userData<PoolData>(node).padding;
  const Shape4 input = shape4(*context.evalInput(node, 0));
  const Shape4 output = shape4(*context.evalOutput(node, 0));
  return !someIsEmpty(output.height, options.strideHeight, padding.height, options.filterHeight, input.height) &&
         !someIsEmpty(output.width, options.strideWidth, padding.width, options.filterWidth, input.width);
}

Status invokeAverage(Context& context, Node& node) {
  if (context.evalInput(node, 0)->type != runtime::kInt8 || !hasMeans(context, node))
    return reference::kAveragePool2d.invoke(context, node);
  pool<Average>(context, node);
  return Status::kOk;
}

Status invokeMax(Context& context, Node& node) {
  if (context.evalInput(node, 0)->type != runtime::kInt8) return reference::kMaxPool2d.invoke(context, node);
  pool<Largest>(context, node);
  return Status::kOk;
}

} // namespace

constinit const Registration kAveragePool2d =
    withInvoke<reference::kAveragePool2d>(schema::BuiltinOperator_AVERAGE_POOL_2D, invokeAverage);
constinit const Registration kMaxPool2d =
    withInvoke<reference::kMaxPool2d>(schema::BuiltinOperator_MAX_POOL_2D, invokeMax);

} // namespace arenascope::kernels::esp_nn

// RESIZE_BILINEAR: interpolates each output element from the four nearest input elements.
#include <algorithm>
#include <cmath>

#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/reference/resize.h"
#include "core/interpreter/kernels/tensor_access.h"

namespace arenascope::kernels::reference {

namespace {

Status prepare(Context& context, Node& node) {
  const auto& options = params<ResizeParams>(node);
  ARENASCOPE_TRY(prepareResize(context, node));
  if (!options.halfPixelCenters || !options.alignCorners) return Status::kOk;
  return context.fail(Message() << "half-pixel centers and aligned corners exclude each other");
}

// Position between two input elements. Position: float, or an integer in units of 1/1024.
template <typename Position>
struct Between {
  Position position;
  std::int32_t low;
  std::int32_t high;
};

Between<float> between(int value, float scale, bool halfPixelCenters, std::int32_t size) {
  const auto real = static_cast<float>(value);
  const float position = halfPixelCenters ? (real + 0.5F) * scale - 0.5F : real * scale;
  return {position, std::max(static_cast<std::int32_t>(std::floor(position)), std::int32_t{0}),
          std::min(static_cast<std::int32_t>(std::ceil(position)), size - 1)};
}

constexpr std::int32_t kOne = 1 << 10;

Between<std::int32_t> between(int value, std::int32_t scale, bool halfPixelCenters, std::int32_t size) {
  const std::int32_t position = halfPixelCenters ? value * scale + scale / 2 - kOne / 2 : value * scale;
  return {position, std::max(position / kOne, std::int32_t{0}), std::min((position + kOne - 1) / kOne, size - 1)};
}

float scaleOf(std::int32_t input, std::int32_t output, bool alignCorners, float /*kind*/) {
  if (alignCorners && output > 1) return static_cast<float>(input - 1) / static_cast<float>(output - 1);
  return static_cast<float>(input) / static_cast<float>(output);
}
std::int32_t scaleOf(std::int32_t input, std::int32_t output, bool alignCorners, std::int32_t /*kind*/) {
  if (alignCorners && output > 1) return (kOne * (input - 1) + (output - 1) / 2) / (output - 1);
  return (kOne * input + output / 2) / output;
}

// The four neighbours: rows y0 and y1, columns x0 and x1.
template <typename T>
struct Corners {
  T topLeft;
  T bottomLeft;
  T topRight;
  T bottomRight;
};

float mix(const Corners<float>& corners, const Between<float>& y, const Between<float>& x) {
  const float down = y.position - static_cast<float>(y.low);
  const float right = x.position - static_cast<float>(x.low);
  return corners.topLeft * (1 - down) * (1 - right) + corners.bottomLeft * down * (1 - right) +
         corners.topRight * (1 - down) * right + corners.bottomRight * down * right;
}

std::int8_t mix(const Corners<std::int8_t>& corners, const Between<std::int32_t>& y, const Between<std::int32_t>& x) {
  const std::int32_t down = y.position - kOne * y.low;
  const std::int32_t right = x.position - kOne * x.low;
  const std::int64_t sum = std::int64_t{corners.topLeft} * (kOne - down) * (kOne - right) +
                           std::int64_t{corners.bottomLeft} * down * (kOne - right) +
                           std::int64_t{corners.topRight} * (kOne - down) * right +
                           std::int64_t{corners.bottomRight} * down * right;
  const std::int64_t half = sum > 0 ? 1 << 19 : -(1 << 19);
  return static_cast<std::int8_t>((sum + half) / (1 << 20));
}

template <typename T, typename Position>
void resize(const ResizeParams& options, const EvalTensor& input, EvalTensor& output) {
  const Shape4 in = shape4(input);
  const Shape4 out = shape4(output);
  const T* values = data<T>(&input);
  T* results = data<T>(&output);
  const Position scaleY = scaleOf(in.height, out.height, options.alignCorners, Position{});
  const Position scaleX = scaleOf(in.width, out.width, options.alignCorners, Position{});
  for (int b = 0; b < out.batch; ++b) {
    for (int outY = 0; outY < out.height; ++outY) {
      const Between<Position> y = between(outY, scaleY, options.halfPixelCenters, in.height);
      for (int outX = 0; outX < out.width; ++outX) {
        const Between<Position> x = between(outX, scaleX, options.halfPixelCenters, in.width);
        for (int c = 0; c < out.channels; ++c) {
          const Corners<T> corners{values[in.offset(b, y.low, x.low, c)], values[in.offset(b, y.high, x.low, c)],
                                   values[in.offset(b, y.low, x.high, c)], values[in.offset(b, y.high, x.high, c)]};
          results[out.offset(b, outY, outX, c)] = mix(corners, y, x);
        }
      }
    }
  }
}

Status invoke(Context& context, Node& node) {
  const EvalTensor& input = *context.evalInput(node, 0);
  EvalTensor& output = *context.evalOutput(node, 0);
  const auto& options = params<ResizeParams>(node);
  switch (output.type) {
  case runtime::kFloat32: resize<float, float>(options, input, output); return Status::kOk;
  case runtime::kInt8: resize<std::int8_t, std::int32_t>(options, input, output); return Status::kOk;
  default: return unsupportedType(context, "output", output.type);
  }
}

} // namespace

constinit const Registration kResizeBilinear = {schema::BuiltinOperator_RESIZE_BILINEAR,
                                                parseParams<readResize<schema::ResizeBilinearOptions>>, nullptr,
                                                prepare, invoke};

} // namespace arenascope::kernels::reference

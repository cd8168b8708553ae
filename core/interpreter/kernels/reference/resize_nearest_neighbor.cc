// RESIZE_NEAREST_NEIGHBOR: each output element is the nearest of the input.
#include <algorithm>
#include <cmath>

#include "core/interpreter/kernels/copy_bytes.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/reference/resize.h"
#include "core/interpreter/kernels/tensor_access.h"

namespace arenascope::kernels::reference {

namespace {

std::int32_t nearest(const ResizeParams& options, int position, std::int32_t inputSize, std::int32_t outputSize) {
  const float scale = options.alignCorners && outputSize > 1
                          ? static_cast<float>(inputSize - 1) / static_cast<float>(outputSize - 1)
                          : static_cast<float>(inputSize) / static_cast<float>(outputSize);
  const float offset = options.halfPixelCenters ? 0.5F : 0.0F;
  const float real = (static_cast<float>(position) + offset) * scale;
  const auto whole = static_cast<std::int32_t>(options.alignCorners ? std::round(real) : std::floor(real));
  const std::int32_t inside = std::min(whole, inputSize - 1);
  return options.halfPixelCenters ? std::max(std::int32_t{0}, inside) : inside;
}

template <typename T>
void resize(const ResizeParams& options, const EvalTensor& input, EvalTensor& output) {
  const Shape4 in = shape4(input);
  const Shape4 out = shape4(output);
  const std::size_t bytes = sizeof(T) * static_cast<std::size_t>(in.channels);
  T* result = data<T>(&output);
  for (int b = 0; b < out.batch; ++b) {
    for (int outY = 0; outY < out.height; ++outY) {
      const std::int32_t y = nearest(options, outY, in.height, out.height);
      for (int outX = 0; outX < out.width; ++outX) {
        const std::int32_t x = nearest(options, outX, in.width, out.width);
        copyBytes(result, data<T>(&input) + in.offset(b, y, x, 0), bytes);
        result += in.channels;
      }
    }
  }
}

Status invoke(Context& context, Node& node) {
  const EvalTensor& input = *context.evalInput(node, 0);
  EvalTensor& output = *context.evalOutput(node, 0);
  return withType<float, std::int8_t, std::int16_t>(
      context, "output", output.type, [&]<typename T>() { resize<T>(params<ResizeParams>(node), input, output); });
}

} // namespace

constinit const Registration kResizeNearestNeighbor = {schema::BuiltinOperator_RESIZE_NEAREST_NEIGHBOR,
                                                       parseParams<readResize<schema::ResizeNearestNeighborOptions>>,
                                                       nullptr, prepareResize, invoke};

} // namespace arenascope::kernels::reference

// Shared by AVERAGE_POOL_2D and MAX_POOL_2D: data in the arena, Prepare, and iteration over windows.
#pragma once

#include <algorithm>

#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/padding.h"
#include "core/interpreter/kernels/quantization.h"
#include "core/interpreter/kernels/tensor_access.h"

namespace arenascope::kernels {

struct PoolData { // OpDataPooling
  WindowPadding padding;
  IntRange activation;
  FloatRange activationFloat;
};
static_assert(sizeof(PoolData) == bySize(32, 32));

void readPool(const schema::Pool2DOptions& options, PoolParams& params);
Status preparePool(Context& context, Node& node);

// Input window of an output value: columns [firstX, endX), rows [firstY, endY).
struct PoolWindow {
  int firstX;
  int endX;
  int firstY;
  int endY;

  int count() const { return endX > firstX && endY > firstY ? (endX - firstX) * (endY - firstY) : 0; }
};

// Including the part outside the image.
inline PoolWindow wholePoolWindow(const PoolParams& options, const PoolData& kernelData, int outY, int outX) {
  const int originY = outY * options.strideHeight - kernelData.padding.height;
  const int originX = outX * options.strideWidth - kernelData.padding.width;
  return {originX, originX + options.filterWidth, originY, originY + options.filterHeight};
}

inline PoolWindow poolWindow(const PoolParams& options, const PoolData& kernelData, const Shape4& input, int outY,
                             int outX) {
  const PoolWindow whole = wholePoolWindow(options, kernelData, outY, outX);
  return {std::max(0, whole.firstX), std::min(whole.endX, input.width), std::max(0, whole.firstY),
          std::min(whole.endY, input.height)};
}

// reduce(window, batch, channel) computes each output value.
template <typename Stored, typename Reduce>
void poolWindows(const PoolParams& options, const PoolData& kernelData, const EvalTensor& inputTensor,
                 EvalTensor& outputTensor, Reduce reduce) {
  const Shape4 input = shape4(inputTensor);
  const Shape4 output = shape4(outputTensor);
  auto* outputData = data<Stored>(&outputTensor);
  for (int batch = 0; batch < output.batch; ++batch) {
    for (int outY = 0; outY < output.height; ++outY) {
      for (int outX = 0; outX < output.width; ++outX) {
        const PoolWindow window = poolWindow(options, kernelData, input, outY, outX);
        for (int channel = 0; channel < output.channels; ++channel)
          outputData[output.offset(batch, outY, outX, channel)] = reduce(window, batch, channel);
      }
    }
  }
}

} // namespace arenascope::kernels

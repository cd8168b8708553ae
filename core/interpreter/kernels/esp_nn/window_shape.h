// Shared by esp-nn's convolutions: their data, and the shapes that scratch sizes depend on.
#pragma once

#include "core/interpreter/kernels/convolution.h"
#include "core/interpreter/kernels/esp_nn/scratch.h"
#include "core/interpreter/kernels/params.h"

namespace arenascope::kernels::esp_nn {

struct WindowData { // NodeData of CONV_2D and DEPTHWISE_CONV_2D
  ConvData conv;
  int scratch;
};
static_assert(sizeof(WindowData) == bySize(60, 80));

inline Plane planeOf(const Tensor& tensor) { return {tensor.dims->data[2], tensor.dims->data[1]}; }

inline WindowShape windowShape(const PreparedConv& tensors, const ConvData& data, int strideWidth, int strideHeight) {
  return {.input = planeOf(tensors.input),
          .filter = planeOf(tensors.filter),
          .output = planeOf(tensors.output),
          .padding = {data.padding.width, data.padding.height},
          .stride = {strideWidth, strideHeight},
          .inputChannels = tensors.input.dims->data[3],
          .outputChannels = tensors.output.dims->data[3]};
}

} // namespace arenascope::kernels::esp_nn

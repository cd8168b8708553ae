// Shared by esp-nn's convolutions: their data, and the shapes that scratch sizes depend on.
#pragma once

#include "core/interpreter/kernels/convolution.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/runtime/variant.h"
#include "core/interpreter/tflm/esp_nn_scratch.h"

namespace arenascope::kernels::esp_nn {

using tflm::esp_nn::Plane;
using tflm::esp_nn::WindowShape;

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
          .outputChannels = tensors.output.dims->data[3],
          .filterChannels = runtime::isBefore(tflm::kEspGroups) ? 0 : tensors.filter.dims->data[3]};
}

} // namespace arenascope::kernels::esp_nn

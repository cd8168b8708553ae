// Shared by RESIZE_BILINEAR and RESIZE_NEAREST_NEIGHBOR.
#pragma once

#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/shapes.h"

namespace arenascope::kernels::reference {

struct ResizeParams { // TfLiteResizeBilinearParams, TfLiteResizeNearestNeighborParams
  bool alignCorners;
  bool halfPixelCenters;
};
static_assert(sizeof(ResizeParams) == bySize(2, 2));

template <typename Options>
void readResize(const Options& options, ResizeParams& params) {
  params = {.alignCorners = options.align_corners(), .halfPixelCenters = options.half_pixel_centers()};
}

// Requires an image, its new height and width, and an output of that size.
inline Status prepareResize(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 2, 1));
  const BinaryTensors tensors(context, node);
  ARENASCOPE_TRY(tensors.check(context));
  ARENASCOPE_TRY(checkRank(context, "input", *tensors.input1, 4));
  ARENASCOPE_TRY(checkRank(context, "output", *tensors.output, 4));
  ARENASCOPE_TRY(checkSameType(context, *tensors.input1, *tensors.output));
  const Tensor& size = *tensors.input2;
  if (size.type != runtime::kInt32 || size.dims->size != 1 || size.dims->data[0] != 2)
    return context.fail(Message() << "the size must be two INT32 numbers, height and width");
  ARENASCOPE_TRY(checkConstant(context, "a size", size));
  const auto* wanted = static_cast<const std::int32_t*>(size.data);
  const std::int32_t* in = tensors.input1->dims->data;
  const std::int32_t* out = tensors.output->dims->data;
  if (out[0] == in[0] && out[1] == wanted[0] && out[2] == wanted[1] && out[3] == in[3]) return Status::kOk;
  return context.fail(Message() << "the output is not the input resized to " << wanted[0] << "x" << wanted[1]);
}

} // namespace arenascope::kernels::reference

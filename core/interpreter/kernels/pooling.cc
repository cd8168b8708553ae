#include "core/interpreter/kernels/pooling.h"

#include <cmath>

namespace arenascope::kernels {

void readPool(const schema::Pool2DOptions& options, PoolParams& params) {
  params = PoolParams{.padding = paddingKind(options.padding()),
                      .strideWidth = options.stride_w(),
                      .strideHeight = options.stride_h(),
                      .filterWidth = options.filter_width(),
                      .filterHeight = options.filter_height(),
                      .activation = activationKind(options.fused_activation_function()),
                      .reserved = {}};
}

namespace {

Status checkShapes(Context& context, const PoolParams& options, const Tensor& input, const Tensor& output) {
  ARENASCOPE_TRY(checkRank(context, "input", input, 4));
  ARENASCOPE_TRY(checkRank(context, "output", output, 4));
  if (options.strideWidth <= 0 || options.strideHeight <= 0 || options.filterWidth <= 0 || options.filterHeight <= 0)
    return context.fail(Message() << "filter size and stride must be at least 1");
  if (input.dims->data[0] == output.dims->data[0] && input.dims->data[3] == output.dims->data[3]) return Status::kOk;
  return context.fail(Message() << "input and output differ in batch or channels");
}

} // namespace

Status preparePool(Context& context, Node& node) {
  const auto& options = params<PoolParams>(node);
  auto& kernelData = userData<PoolData>(node);
  const TempTensor input = context.input(node, 0);
  if (!input) return missing(context, "input");
  const TempTensor output = context.output(node, 0);
  if (!output) return missing(context, "output");
  ARENASCOPE_TRY(checkSameType(context, *input, *output));
  ARENASCOPE_TRY(checkShapes(context, options, *input, *output));
  kernelData.padding =
      windowPadding(options.padding, {input->dims->data[1], options.filterHeight, options.strideHeight, 1},
                    {input->dims->data[2], options.filterWidth, options.strideWidth, 1});
  switch (input->type) {
  case runtime::kFloat32: kernelData.activationFloat = activationRange(options.activation); return Status::kOk;
  case runtime::kInt8:
  case runtime::kInt16:
    if (static_cast<double>(std::abs(input->scale - output->scale)) > 1.0e-6 || input->zeroPoint != output->zeroPoint)
      return context.fail(Message() << "input and output of a pool must have the same scale and zero point");
    return activationRange(context, options.activation, *output, &kernelData.activation);
  default: return unsupportedType(context, "input", input->type);
  }
}

} // namespace arenascope::kernels

// DEPTHWISE_CONV_2D: the reference kernel's arithmetic, with the memory that esp-nn's asks for.
#include "core/kernels/convolution.h"
#include "core/kernels/esp_nn/registrations.h"
#include "core/kernels/esp_nn/window_shape.h"
#include "core/runtime/variant.h"

namespace arenascope::kernels::esp_nn {

namespace {

Status requestScratch(Context& context, const Node& node, const PreparedConv& tensors) {
  auto& kernelData = userData<WindowData>(node);
  ARENASCOPE_TRY(requestUnpackedFilter(context, tensors.filter, kernelData.conv));
  const auto& options = params<DepthwiseConvParams>(node);
  ARENASCOPE_TRY(checkDepthMultiplier(context, node, options.depthMultiplier));
  if (tensors.input.type != runtime::kInt8) return Status::kOk;
  const WindowShape shape = windowShape(tensors, kernelData.conv, options.strideWidth, options.strideHeight);
  return requestScratchIfAny(
      context, depthwiseBytes(arenascope_variant.espChip, shape, options.depthMultiplier, arenascope_variant.espNn),
      &kernelData.scratch);
}

Status prepare(Context& context, Node& node) {
  const auto& options = params<DepthwiseConvParams>(node);
  constexpr ConvKind kKind{.channelDimension = 3, .depthwise = true, .floatTables = true, .outputFirst = true};
  return prepareConvolution(context, node, kKind, options.padding, options.activation,
                            convGeometry(options, userData<ConvData>(node)), requestScratch);
}

Status invoke(Context& context, Node& node) { return reference::kDepthwiseConv2d.invoke(context, node); }

} // namespace

constinit const Registration kDepthwiseConv2d = {schema::BuiltinOperator_DEPTHWISE_CONV_2D,
                                                 parseParams<readDepthwiseConv>, initData<WindowData>, prepare, invoke};

} // namespace arenascope::kernels::esp_nn

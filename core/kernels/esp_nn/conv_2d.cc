// CONV_2D: the reference kernel's arithmetic, with the memory that esp-nn's asks for.
#include <new>

#include "core/kernels/convolution.h"
#include "core/kernels/esp_nn/registrations.h"
#include "core/kernels/esp_nn/window_shape.h"
#include "core/runtime/variant.h"

namespace arenascope::kernels::esp_nn {

namespace {

// Until esp-tflite-micro 1.3.3 a block for ConvData alone is asked for, and the last number is written behind it:
// into whatever lies there. So it is here.
Status init(Context& context, Node& node) {
  void* block =
      context.allocatePersistent(arenascope_variant.shortEspConv != 0 ? sizeof(ConvData) : sizeof(WindowData));
  if (block == nullptr) return Status::kError;
  node.userData = new (block) ConvData{};
  return Status::kOk;
}

Status requestScratch(Context& context, const Node& node, const PreparedConv& tensors) {
  auto& kernelData = userData<WindowData>(node);
  ARENASCOPE_TRY(requestUnpackedFilter(context, tensors.filter, kernelData.conv));
  if (tensors.input.type != runtime::kInt8) return Status::kOk;
  const auto& options = params<ConvParams>(node);
  const WindowShape shape = windowShape(tensors, kernelData.conv, options.strideWidth, options.strideHeight);
  kernelData.scratch = -1;
  return requestScratchIfAny(context, convBytes(arenascope_variant.espChip, shape, arenascope_variant.espNn),
                             &kernelData.scratch);
}

Status prepare(Context& context, Node& node) {
  const auto& options = params<ConvParams>(node);
  constexpr ConvKind kKind{.channelDimension = 0, .depthwise = false, .floatTables = true, .outputFirst = true};
  return prepareConvolution(context, node, kKind, options.padding, options.activation,
                            convGeometry(options, userData<ConvData>(node)), requestScratch);
}

Status invoke(Context& context, Node& node) { return reference::kConv2d.invoke(context, node); }

} // namespace

constinit const Registration kConv2d = {schema::BuiltinOperator_CONV_2D, parseParams<readConv>, init, prepare, invoke};

} // namespace arenascope::kernels::esp_nn

#include "core/report/kernel_layer.h"

#include <algorithm>
#include <charconv>

#include "core/interpreter/tflm/revisions.h"

namespace arenascope::report {

namespace op = tflm::op;
using tflm::esp_nn::Plane;
using tflm::esp_nn::Size;

namespace {

constexpr std::size_t kImageDimensions = 4;

const model::TensorInfo* tensorAt(const model::SubgraphInfo& graph, const std::vector<TensorId>& tensors,
                                  std::size_t slot) {
  if (slot >= tensors.size() || !tensors[slot].isThere()) return nullptr;
  return &graph.tensors[tensors[slot].position()];
}

std::string optionOf(const model::OperatorInfo& op, const std::string& name) {
  for (const model::OperatorOption& option : op.options)
    if (option.name == name) return option.value;
  return {};
}

Size numberOf(const model::OperatorInfo& op, const std::string& name) {
  const std::string text = optionOf(op, name);
  Size number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && number > 0 ? number : 1;
}

// Padding in front of an axis, as TFLM computes it.
Size paddingOf(bool same, Size input, Size output, Size filter, Size stride) {
  return same ? std::max<Size>(0, (output - 1) * stride + filter - input) / 2 : 0;
}

Plane planeOf(const model::TensorInfo& image) { return {image.shape[2], image.shape[1]}; }

// Whether shapes are those of images.
bool setWindow(KernelLayer& layer, const model::OperatorInfo& op, const model::TensorInfo* input,
               const model::TensorInfo* filter, const model::TensorInfo* output) {
  for (const model::TensorInfo* image : {input, filter, output})
    if (image == nullptr || image->shape.size() != kImageDimensions) return false;
  tflm::esp_nn::WindowShape& window = layer.window;
  window.input = planeOf(*input);
  window.filter = planeOf(*filter);
  window.output = planeOf(*output);
  window.stride = {numberOf(op, "stride_w"), numberOf(op, "stride_h")};
  window.inputChannels = input->shape[3];
  window.outputChannels = output->shape[3];
  window.filterChannels = filter->shape[3];
  const Size dilationWidth = numberOf(op, "dilation_w_factor");
  const Size dilationHeight = numberOf(op, "dilation_h_factor");
  layer.dilated = dilationWidth != 1 || dilationHeight != 1;
  layer.grouped = layer.code == op::kConv2d && filter->shape[3] != input->shape[3];
  const bool same = optionOf(op, "padding") == "SAME";
  const bool backwards = layer.code == op::kTransposeConv; // a window moves over the output
  const Plane from = backwards ? window.output : window.input;
  const Plane to = backwards ? window.input : window.output;
  window.padding = {
      paddingOf(same, from.width, to.width, (window.filter.width - 1) * dilationWidth + 1, window.stride.width),
      paddingOf(same, from.height, to.height, (window.filter.height - 1) * dilationHeight + 1, window.stride.height)};
  return true;
}

} // namespace

std::int64_t KernelLayer::elements() const {
  std::int64_t product = 1;
  for (const std::int32_t size : input) product *= size;
  return product;
}

std::int64_t KernelLayer::innermost() const { return input.empty() ? 1 : input.back(); }

std::int64_t KernelLayer::outermost() const { return innermost() == 0 ? 0 : elements() / innermost(); }

std::optional<KernelLayer> kernelLayer(const model::SubgraphInfo& graph, const model::OperatorInfo& op) {
  KernelLayer layer;
  layer.code = op.builtinCode;
  const bool backwards = layer.code == op::kTransposeConv; // its first input is the output's shape
  const model::TensorInfo* input = tensorAt(graph, op.inputs, backwards ? 2 : 0);
  const model::TensorInfo* weights = tensorAt(graph, op.inputs, 1);
  if (input == nullptr) return std::nullopt;
  layer.inputType = input->type;
  layer.input = input->shape;
  if (weights != nullptr) layer.weightType = weights->type;
  layer.hasBias = tensorAt(graph, op.inputs, backwards ? 3 : 2) != nullptr;
  switch (layer.code) {
  case op::kSoftmax:
  case op::kFullyConnected: return layer;
  case op::kDepthwiseConv2d: layer.multiplier = numberOf(op, "depth_multiplier"); break;
  case op::kConv2d:
  case op::kTransposeConv: break;
  default: return std::nullopt;
  }
  if (!setWindow(layer, op, input, weights, tensorAt(graph, op.outputs, 0))) return std::nullopt;
  return layer;
}

} // namespace arenascope::report

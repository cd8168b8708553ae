// DEPTHWISE_CONV_2D: computed as in esp-nn's portable kernel, with the memory of the chip's kernel. 4-bit filters and
// dilation use the reference kernel.
#include "core/interpreter/kernels/convolution.h"
#include "core/interpreter/kernels/esp_nn/portable.h"
#include "core/interpreter/kernels/esp_nn/registrations.h"
#include "core/interpreter/kernels/esp_nn/window_shape.h"
#include "core/interpreter/runtime/variant.h"

namespace arenascope::kernels::esp_nn {

namespace {

Status requestScratch(Context& context, const Node& node, const PreparedConv& tensors) {
  auto& kernelData = userData<WindowData>(node);
  ARENASCOPE_TRY(requestUnpackedFilter(context, tensors.filter, kernelData.conv));
  const auto& options = params<DepthwiseConvParams>(node);
  ARENASCOPE_TRY(checkDepthMultiplier(context, node, options.depthMultiplier));
  if (tensors.input.type != runtime::kInt8) return Status::kOk;
  const WindowShape shape = windowShape(tensors, kernelData.conv, options.strideWidth, options.strideHeight);
  return requestScratchIfAny(context,
                             tflm::esp_nn::depthwiseBytes(arenascope_variant.espChip, shape, options.depthMultiplier,
                                                          arenascope_variant.espNn),
                             &kernelData.scratch);
}

Status prepare(Context& context, Node& node) {
  const auto& options = params<DepthwiseConvParams>(node);
  constexpr ConvKind kKind{.channelDimension = 3, .depthwise = true, .floatTables = true, .outputFirst = true};
  return prepareConvolution(context, node, kKind, options.padding, options.activation,
                            convGeometry(options, userData<ConvData>(node)), requestScratch);
}

struct Images {
  ConvShapes shapes;
  const std::int8_t* input;
  const std::int8_t* filter;
  std::int32_t inputOffset;
};

// Position of a window in the input, and its taps inside the image.
struct Window {
  int originY;
  int originX;
  Taps rows;
  Taps columns;
};

// Sums for kLanes output channels from `channel` on. kOwnInput: each has its own input channel, from inputChannel on;
// otherwise all share that one.
template <int kLanes, bool kOwnInput, typename Finish>
[[gnu::always_inline]] inline void computeLanes(const Images& images, const Window& window, int inputChannel,
                                                int channel, const Finish& finish, std::int8_t* output) {
  const int inputWidth = images.shapes.input.width;
  const int inputChannels = images.shapes.input.channels;
  const int filterWidth = images.shapes.filter.width;
  const int filterChannels = images.shapes.filter.channels;
  const std::int32_t inputOffset = images.inputOffset;
  std::int32_t sums[kLanes] = {};
  for (int y = window.rows.first; y < window.rows.end; ++y) {
    for (int x = window.columns.first; x < window.columns.end; ++x) {
      const int value = ((window.originY + y) * inputWidth + window.originX + x) * inputChannels + inputChannel;
      const int weight = (y * filterWidth + x) * filterChannels + channel;
#pragma GCC unroll 4
      for (int lane = 0; lane < kLanes; ++lane)
        sums[lane] += (images.input[value + (kOwnInput ? lane : 0)] + inputOffset) * images.filter[weight + lane];
    }
  }
#pragma GCC unroll 4
  for (int lane = 0; lane < kLanes; ++lane) output[lane] = finish(sums[lane], channel + lane);
}

template <typename Pixel>
[[gnu::always_inline]] inline void forEachPixel(const ConvShapes& shapes, const ConvGeometry& geometry, Pixel pixel) {
  for (int outY = 0; outY < shapes.output.height; ++outY) {
    const int originY = outY * geometry.strideHeight - geometry.padHeight;
    for (int outX = 0; outX < shapes.output.width; ++outX) {
      const int originX = outX * geometry.strideWidth - geometry.padWidth;
      pixel(Window{originY, originX, Taps(originY, shapes.filter.height, shapes.input.height),
                   Taps(originX, shapes.filter.width, shapes.input.width)});
    }
  }
}

// One filter per input channel: four channels at a time.
template <bool kFast>
[[gnu::noinline]] void convolveSingly(const Images& given, const ConvGeometry& geometry, const Finish<kFast>& finishing,
                                      std::int8_t* output) {
  const Images images = given;
  const Finish<kFast> finish = finishing;
  const int channels = images.shapes.input.channels;
  forEachPixel(images.shapes, geometry, [&](const Window& window) {
    int channel = 0;
    for (; channel < channels - 3; channel += 4, output += 4)
      computeLanes<4, true>(images, window, channel, channel, finish, output);
    for (; channel < channels; ++channel) computeLanes<1, true>(images, window, channel, channel, finish, output++);
  });
}

// Several filters per input channel: four of them at a time.
template <bool kFast>
[[gnu::noinline]] void convolveMultiply(const Images& given, const ConvGeometry& geometry, int multiplier,
                                        const Finish<kFast>& finishing, std::int8_t* output) {
  const Images images = given;
  const Finish<kFast> finish = finishing;
  forEachPixel(images.shapes, geometry, [&](const Window& window) {
    for (int inputChannel = 0; inputChannel < images.shapes.input.channels; ++inputChannel) {
      const int first = inputChannel * multiplier;
      int m = 0;
      for (; m < multiplier - 3; m += 4, output += 4)
        computeLanes<4, false>(images, window, inputChannel, first + m, finish, output);
      for (; m < multiplier; ++m) computeLanes<1, false>(images, window, inputChannel, first + m, finish, output++);
    }
  });
}

template <bool kFast>
void convolve(const ConvTensors& tensors, const ConvGeometry& geometry, int multiplier, const ConvData& kernelData) {
  const ConvShapes shapes = convShapes(tensors);
  const Finish<kFast> finish(tensors, kernelData);
  for (int batch = 0; batch < shapes.output.batch; ++batch) {
    const Images images{shapes, data<std::int8_t>(tensors.input) + shapes.input.offset(batch, 0, 0, 0),
                        data<std::int8_t>(tensors.filter), -kernelData.inputZeroPoint};
    std::int8_t* output = data<std::int8_t>(tensors.output) + shapes.output.offset(batch, 0, 0, 0);
    multiplier == 1 ? convolveSingly(images, geometry, finish, output)
                    : convolveMultiply(images, geometry, multiplier, finish, output);
  }
}

Status invoke(Context& context, Node& node) {
  const ConvTensors tensors = convTensors(context, node);
  const auto& kernelData = userData<ConvData>(node);
  const auto& options = params<DepthwiseConvParams>(node);
  const ConvGeometry geometry = convGeometry(options, kernelData);
  if (!isPortable(tensors, geometry)) return reference::kDepthwiseConv2d.invoke(context, node);
  roundsFast() ? convolve<true>(tensors, geometry, options.depthMultiplier, kernelData)
               : convolve<false>(tensors, geometry, options.depthMultiplier, kernelData);
  return Status::kOk;
}

} // namespace

constinit const Registration kDepthwiseConv2d = {schema::BuiltinOperator_DEPTHWISE_CONV_2D,
                                                 parseParams<readDepthwiseConv>, initData<WindowData>, prepare, invoke};

} // namespace arenascope::kernels::esp_nn

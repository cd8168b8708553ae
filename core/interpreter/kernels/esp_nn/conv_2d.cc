// CONV_2D: computed as in esp-nn's portable kernel, with the memory of the chip's kernel. 4-bit filters, dilation and
// groups use the reference kernel.
#include <new>

#include "core/interpreter/kernels/convolution.h"
#include "core/interpreter/kernels/esp_nn/portable.h"
#include "core/interpreter/kernels/esp_nn/registrations.h"
#include "core/interpreter/kernels/esp_nn/window_shape.h"
#include "core/interpreter/runtime/variant.h"

namespace arenascope::kernels::esp_nn {

namespace {

// Until esp-tflite-micro 1.3.3 the block requested fits only ConvData, and the last number is written beyond it, into
// other data: the report says which. Ours is outside the arena, so that nothing is overwritten here.
Status init(Context& context, Node& node) {
  const std::size_t bytes = arenascope_variant.shortEspConv != 0 ? sizeof(ConvData) : sizeof(WindowData);
  void* block = runtime::fitting(context.allocatePersistent(bytes), bytes, sizeof(WindowData));
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
  return requestScratchIfAny(context,
                             tflm::esp_nn::convBytes(arenascope_variant.espChip, shape, arenascope_variant.espNn),
                             &kernelData.scratch);
}

Status prepare(Context& context, Node& node) {
  const auto& options = params<ConvParams>(node);
  constexpr ConvKind kKind{.channelDimension = 0, .depthwise = false, .floatTables = true, .outputFirst = true};
  return prepareConvolution(context, node, kKind, options.padding, options.activation,
                            convGeometry(options, userData<ConvData>(node)), requestScratch);
}

// The products of all channels of a pixel, four in a row.
[[gnu::always_inline]] inline std::int32_t addPixel(std::int32_t sum, const std::int8_t* values,
                                                    const std::int8_t* weights, int channels,
                                                    std::int32_t inputOffset) {
  int c = 0;
  for (; c < channels - 3; c += 4) {
    sum += (*values++ + inputOffset) * *weights++;
    sum += (*values++ + inputOffset) * *weights++;
    sum += (*values++ + inputOffset) * *weights++;
    sum += (*values++ + inputOffset) * *weights++;
  }
  for (; c < channels; ++c) sum += (*values++ + inputOffset) * *weights++;
  return sum;
}

// Filters of one pixel: weights follow each other from channel to channel.
template <bool kFast>
[[gnu::noinline]] void convolvePixels(const ConvShapes& shapes, const ConvGeometry& geometry, const std::int8_t* input,
                                      const std::int8_t* filter, std::int8_t* output, std::int32_t inputOffset,
                                      const Finish<kFast>& finishing) {
  const Finish<kFast> finish = finishing;
  const int channels = shapes.input.channels;
  const int outputChannels = shapes.output.channels;
  for (int y = 0; y < shapes.output.height * geometry.strideHeight; y += geometry.strideHeight) {
    for (int x = 0; x < shapes.output.width * geometry.strideWidth; x += geometry.strideWidth) {
      const std::int8_t* values = input + (y * shapes.input.width + x) * channels;
      const std::int8_t* weights = filter;
      for (int channel = 0; channel < outputChannels; ++channel) {
        *output++ = finish(addPixel(0, values, weights, channels, inputOffset), channel);
        weights += channels;
      }
    }
  }
}

template <bool kFast>
[[gnu::noinline]] void convolveWindows(const ConvShapes& shapes, const ConvGeometry& geometry, const std::int8_t* input,
                                       const std::int8_t* filter, std::int8_t* output, std::int32_t inputOffset,
                                       const Finish<kFast>& finishing) {
  const Finish<kFast> finish = finishing;
  const int channels = shapes.input.channels;
  for (int outY = 0; outY < shapes.output.height; ++outY) {
    for (int outX = 0; outX < shapes.output.width; ++outX) {
      for (int channel = 0; channel < shapes.output.channels; ++channel) {
        const int originY = outY * geometry.strideHeight - geometry.padHeight;
        const int originX = outX * geometry.strideWidth - geometry.padWidth;
        const Taps rows(originY, shapes.filter.height, shapes.input.height);
        const Taps columns(originX, shapes.filter.width, shapes.input.width);
        std::int32_t sum = 0;
        for (int y = rows.first; y < rows.end; ++y)
          for (int x = columns.first; x < columns.end; ++x)
            sum = addPixel(sum, input + ((originY + y) * shapes.input.width + originX + x) * channels,
                           filter + ((channel * shapes.filter.height + y) * shapes.filter.width + x) * channels,
                           channels, inputOffset);
        *output++ = finish(sum, channel);
      }
    }
  }
}

template <bool kFast>
void convolve(const ConvTensors& tensors, const ConvShapes& shapes, const ConvGeometry& geometry,
              const ConvData& kernelData) {
  const Finish<kFast> finish(tensors, kernelData);
  const auto* input = data<std::int8_t>(tensors.input);
  auto* output = data<std::int8_t>(tensors.output);
  const bool single = shapes.filter.width == 1 && shapes.filter.height == 1;
  const auto compute = single ? convolvePixels<kFast> : convolveWindows<kFast>;
  for (int batch = 0; batch < shapes.output.batch; ++batch)
    compute(shapes, geometry, input + shapes.input.offset(batch, 0, 0, 0), data<std::int8_t>(tensors.filter),
            output + shapes.output.offset(batch, 0, 0, 0), -kernelData.inputZeroPoint, finish);
}

Status invoke(Context& context, Node& node) {
  const ConvTensors tensors = convTensors(context, node);
  const auto& kernelData = userData<ConvData>(node);
  const ConvGeometry geometry = convGeometry(params<ConvParams>(node), kernelData);
  if (!isPortable(tensors, geometry)) return reference::kConv2d.invoke(context, node);
  const ConvShapes shapes = convShapes(tensors);
  if (shapes.filter.channels != shapes.input.channels) return reference::kConv2d.invoke(context, node);
  roundsFast() ? convolve<true>(tensors, shapes, geometry, kernelData)
               : convolve<false>(tensors, shapes, geometry, kernelData);
  return Status::kOk;
}

} // namespace

constinit const Registration kConv2d = {schema::BuiltinOperator_CONV_2D, parseParams<readConv>, init, prepare, invoke};

} // namespace arenascope::kernels::esp_nn

#include "resources/generator/layer_builder.h"

#include <array>
#include <cmath>

namespace arenascope::generator {

namespace {

constexpr std::int32_t kReluZeroPoint = -128; // the whole range is for positive values
constexpr float kEvenSpread = 73.0F;          // of numbers evenly spread over 8 bits
constexpr float kLayerSpread = 48.0F;         // what a layer's output is scaled to
constexpr float kReluSpread = 34.0F;          // what is left of it without the negative half

float spreadOf(bool relu) { return relu ? kReluSpread : kLayerSpread; }

std::int32_t outputSize(std::int32_t input, std::int32_t filter, const Window& window) {
  return window.same ? (input + window.stride - 1) / window.stride : (input - filter) / window.stride + 1;
}

schema::Padding padding(const Window& window) { return window.same ? schema::Padding_SAME : schema::Padding_VALID; }

schema::ActivationFunctionType activation(bool relu) {
  return relu ? schema::ActivationFunctionType_RELU : schema::ActivationFunctionType_NONE;
}

} // namespace

LayerBuilder::LayerBuilder(const std::string& description, std::uint32_t seed) : model_(description), random_(seed) {}

std::string LayerBuilder::nextName(const std::string& kind) { return kind + "_" + std::to_string(layers_++); }

Activations LayerBuilder::activations(const std::string& name, const std::vector<std::int32_t>& shape, float scale,
                                      std::int32_t zeroPoint, float spread) {
  const std::int32_t tensor = model_.addTensor(name, schema::TensorType_INT8, shape, {{scale}, {zeroPoint}, 0});
  return {tensor, shape, scale, zeroPoint, spread};
}

Activations LayerBuilder::input(const std::vector<std::int32_t>& shape) {
  Activations result = activations("input", shape, 1.0F / 128.0F, 0, kEvenSpread);
  input_ = result.tensor;
  return result;
}

LayerBuilder::Weights LayerBuilder::weights(const std::string& name, const std::vector<std::int32_t>& shape,
                                            std::int32_t channelDimension, std::int32_t fanIn,
                                            const Activations& input) {
  std::size_t elements = 1;
  for (const std::int32_t size : shape) elements *= static_cast<std::size_t>(size);
  std::vector<std::int8_t> values(elements);
  for (std::int8_t& value : values) value = static_cast<std::int8_t>(random_.between(-127, 127));

  const std::int32_t channels = shape[static_cast<std::size_t>(channelDimension)];
  // A sum of fanIn products deviates by sqrt(fanIn) times the spreads of both; this keeps real values about as large
  // from layer to layer, although ReLU takes a part of each.
  const float typical = 1.4F / (kEvenSpread * std::sqrt(static_cast<float>(fanIn)));
  Quantization filter{{}, {}, channelDimension};
  Quantization bias{{}, {}, 0};
  std::vector<std::int32_t> biases;
  for (std::int32_t c = 0; c < channels; ++c) {
    const float scale = typical * (0.8F + 0.05F * static_cast<float>(random_.between(0, 8)));
    filter.scales.push_back(scale);
    filter.zeroPoints.push_back(0);
    bias.scales.push_back(scale * input.scale);
    bias.zeroPoints.push_back(0);
    biases.push_back(random_.between(-2000, 2000));
  }
  return {model_.addConstant(name + "/weights", schema::TensorType_INT8, shape, bytesOf(values), filter),
          model_.addConstant(name + "/bias", schema::TensorType_INT32, {channels}, bytesOf(biases), bias),
          1.4F * input.spread * input.scale / kLayerSpread};
}

Activations LayerBuilder::convolution(const Activations& input, std::int32_t channels, const Window& window,
                                      bool relu) {
  const std::string name = nextName("conv");
  const std::int32_t depth = input.shape[3];
  const Weights tensors =
      weights(name, {channels, window.height, window.width, depth}, 0, window.height * window.width * depth, input);
  Activations output = activations(name,
                                   {input.shape[0], outputSize(input.shape[1], window.height, window),
                                    outputSize(input.shape[2], window.width, window), channels},
                                   tensors.outputScale, relu ? kReluZeroPoint : 0, spreadOf(relu));
  const auto options =
      schema::CreateConv2DOptions(model_.flatbuffer(), padding(window), window.stride, window.stride, activation(relu));
  model_.addOperator(schema::BuiltinOperator_CONV_2D, {input.tensor, tensors.filter, tensors.bias}, {output.tensor},
                     {schema::BuiltinOptions_Conv2DOptions, options.Union()});
  return output;
}

Activations LayerBuilder::depthwise(const Activations& input, const Window& window) {
  const std::string name = nextName("depthwise");
  const std::int32_t channels = input.shape[3];
  const Weights tensors =
      weights(name, {1, window.height, window.width, channels}, 3, window.height * window.width, input);
  Activations output = activations(name,
                                   {input.shape[0], outputSize(input.shape[1], window.height, window),
                                    outputSize(input.shape[2], window.width, window), channels},
                                   tensors.outputScale, kReluZeroPoint, kReluSpread);
  const auto options = schema::CreateDepthwiseConv2DOptions(model_.flatbuffer(), padding(window), window.stride,
                                                            window.stride, 1, activation(true));
  model_.addOperator(schema::BuiltinOperator_DEPTHWISE_CONV_2D, {input.tensor, tensors.filter, tensors.bias},
                     {output.tensor}, {schema::BuiltinOptions_DepthwiseConv2DOptions, options.Union()});
  return output;
}

Activations LayerBuilder::pad(const Activations& input, const Padding& around) {
  const std::string name = nextName("pad");
  const std::array<std::int32_t, 8> sizes = {0, 0, around.top, around.bottom, around.left, around.right, 0, 0};
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(sizes.data());
  const std::int32_t paddings =
      model_.addConstant(name + "/paddings", schema::TensorType_INT32, {4, 2}, {bytes, bytes + sizeof sizes});
  Activations output = activations(name,
                                   {input.shape[0], input.shape[1] + around.top + around.bottom,
                                    input.shape[2] + around.left + around.right, input.shape[3]},
                                   input.scale, input.zeroPoint, input.spread);
  const auto options = schema::CreatePadOptions(model_.flatbuffer());
  model_.addOperator(schema::BuiltinOperator_PAD, {input.tensor, paddings}, {output.tensor},
                     {schema::BuiltinOptions_PadOptions, options.Union()});
  return output;
}

Activations LayerBuilder::add(const Activations& a, const Activations& b) {
  Activations output = activations(nextName("add"), a.shape, (a.scale + b.scale) * 0.75F, kReluZeroPoint, kReluSpread);
  const auto options = schema::CreateAddOptions(model_.flatbuffer(), activation(true));
  model_.addOperator(schema::BuiltinOperator_ADD, {a.tensor, b.tensor}, {output.tensor},
                     {schema::BuiltinOptions_AddOptions, options.Union()});
  return output;
}

Activations LayerBuilder::globalAverage(const Activations& input) {
  const std::string name = nextName("pool");
  const Activations pooled =
      activations(name, {input.shape[0], 1, 1, input.shape[3]}, input.scale, input.zeroPoint, kReluSpread / 2);
  const auto pool = schema::CreatePool2DOptions(model_.flatbuffer(), schema::Padding_VALID, input.shape[2],
                                                input.shape[1], input.shape[2], input.shape[1]);
  model_.addOperator(schema::BuiltinOperator_AVERAGE_POOL_2D, {input.tensor}, {pooled.tensor},
                     {schema::BuiltinOptions_Pool2DOptions, pool.Union()});
  const std::vector<std::int32_t> shape = {input.shape[0], input.shape[3]};
  Activations output = activations(nextName("flatten"), shape, input.scale, input.zeroPoint, pooled.spread);
  const std::int32_t shapeTensor = model_.addConstant(name + "/shape", schema::TensorType_INT32, {2}, bytesOf(shape));
  const auto newShape = model_.flatbuffer().CreateVector(shape);
  const auto reshape = schema::CreateReshapeOptions(model_.flatbuffer(), newShape);
  model_.addOperator(schema::BuiltinOperator_RESHAPE, {pooled.tensor, shapeTensor}, {output.tensor},
                     {schema::BuiltinOptions_ReshapeOptions, reshape.Union()});
  return output;
}

Activations LayerBuilder::fullyConnected(const Activations& input, std::int32_t units, bool relu) {
  const std::string name = nextName("dense");
  const std::int32_t depth = input.shape.back();
  const Weights tensors = weights(name, {units, depth}, 0, depth, input);
  Activations output =
      activations(name, {input.shape[0], units}, tensors.outputScale, relu ? kReluZeroPoint : 0, spreadOf(relu));
  const auto options = schema::CreateFullyConnectedOptions(model_.flatbuffer(), activation(relu));
  model_.addOperator(schema::BuiltinOperator_FULLY_CONNECTED, {input.tensor, tensors.filter, tensors.bias},
                     {output.tensor}, {schema::BuiltinOptions_FullyConnectedOptions, options.Union()});
  return output;
}

Activations LayerBuilder::softmax(const Activations& input) {
  Activations output = activations(nextName("softmax"), input.shape, 1.0F / 256.0F, -128, kLayerSpread);
  const auto options = schema::CreateSoftmaxOptions(model_.flatbuffer(), 1.0F);
  model_.addOperator(schema::BuiltinOperator_SOFTMAX, {input.tensor}, {output.tensor},
                     {schema::BuiltinOptions_SoftmaxOptions, options.Union()});
  return output;
}

std::vector<std::uint8_t> LayerBuilder::finish(const Activations& output) {
  model_.setInputs({input_});
  model_.setOutputs({output.tensor});
  return model_.finish();
}

} // namespace arenascope::generator

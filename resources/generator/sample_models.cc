#include "resources/generator/sample_models.h"

#include "resources/generator/layer_builder.h"

namespace arenascope::generator {

std::vector<std::uint8_t> makeKeywordSpotterOf(std::int32_t channels) {
  LayerBuilder layers("ArenaScope sample: depthwise-separable keyword spotter", 0x5EED0001);
  Activations x = layers.input({1, 49, 10, 1});
  x = layers.convolution(x, channels, {.height = 10, .width = 4, .stride = 2}, true);
  for (int block = 0; block < 4; ++block) {
    x = layers.depthwise(x, {.height = 3, .width = 3});
    x = layers.convolution(x, channels, {}, true);
  }
  x = layers.fullyConnected(layers.globalAverage(x), 12, false);
  return layers.finish(layers.softmax(x));
}

std::vector<std::uint8_t> makeKeywordSpotter() { return makeKeywordSpotterOf(64); }

std::vector<std::uint8_t> makePersonDetector() {
  LayerBuilder layers("ArenaScope sample: MobileNet-style person detector", 0x5EED0002);
  Activations x = layers.input({1, 96, 96, 1});
  x = layers.convolution(x, 8, {.height = 3, .width = 3, .stride = 2}, true);
  struct Block {
    std::int32_t stride;
    std::int32_t channels;
  };
  for (const Block& block : {Block{1, 16}, {2, 32}, {1, 32}, {2, 64}, {1, 64}, {2, 96}, {1, 96}, {2, 128}}) {
    x = layers.depthwise(x, {.height = 3, .width = 3, .stride = block.stride});
    x = layers.convolution(x, block.channels, {}, true);
  }
  x = layers.fullyConnected(layers.globalAverage(x), 2, false);
  return layers.finish(layers.softmax(x));
}

std::vector<std::uint8_t> makeImageClassifier() {
  LayerBuilder layers("ArenaScope sample: residual image classifier", 0x5EED0003);
  Activations x = layers.input({1, 32, 32, 3});
  x = layers.convolution(x, 16, {.height = 3, .width = 3}, true);
  for (const std::int32_t channels : {16, 32, 64}) {
    const std::int32_t stride = channels == 16 ? 1 : 2;
    Activations branch = layers.convolution(x, channels, {.height = 3, .width = 3, .stride = stride}, true);
    branch = layers.convolution(branch, channels, {.height = 3, .width = 3}, false);
    const Activations shortcut = stride == 1 ? x : layers.convolution(x, channels, {.stride = stride}, false);
    x = layers.add(branch, shortcut);
  }
  x = layers.fullyConnected(layers.globalAverage(x), 10, false);
  return layers.finish(layers.softmax(x));
}

std::vector<std::uint8_t> makeAutoencoder() {
  LayerBuilder layers("ArenaScope sample: fully connected autoencoder", 0x5EED0004);
  Activations x = layers.input({1, 256});
  for (const std::int32_t units : {64, 64, 8, 64, 64}) x = layers.fullyConnected(x, units, true);
  return layers.finish(layers.fullyConnected(x, 256, false));
}

std::vector<std::uint8_t> makeSine() {
  LayerBuilder layers("ArenaScope sample: sine of a number", 0x5EED0005);
  Activations x = layers.input({1, 1});
  for (const std::int32_t units : {8, 8}) x = layers.fullyConnected(x, units, true);
  return layers.finish(layers.fullyConnected(x, 1, false));
}

std::vector<std::uint8_t> makeEdgeDetector() {
  LayerBuilder layers("ArenaScope sample: edge detector", 0x5EED0006);
  Activations x = layers.input({1, 8, 8, 1});
  x = layers.convolution(x, 4, {.height = 3, .width = 3, .stride = 2}, true);
  x = layers.depthwise(x, {.height = 3, .width = 3});
  x = layers.fullyConnected(layers.globalAverage(x), 2, false);
  return layers.finish(layers.softmax(x));
}

std::vector<std::uint8_t> makeCountdown() {
  ModelBuilder model("ArenaScope sample: a loop that counts down");
  const auto number = [&](const char* name, schema::TensorType type = schema::TensorType_FLOAT32) {
    return model.addTensor(name, type, {1});
  };
  const auto constant = [&](const char* name, float value) {
    return model.addConstant(name, schema::TensorType_FLOAT32, {1}, bytesOf(std::vector<float>{value}));
  };
  auto& builder = model.flatbuffer();

  const std::int32_t start = number("start");
  const std::int32_t steps = constant("steps", 5.0F);
  const std::int32_t from = number("from");
  const std::int32_t left = number("left");
  model.addOperator(schema::BuiltinOperator_MINIMUM, {start, steps}, {from});
  model.addOperator(schema::BuiltinOperator_WHILE, {from}, {left},
                    {schema::BuiltinOptions_WhileOptions, schema::CreateWhileOptions(builder, 1, 2).Union()});
  model.setInputs({start});
  model.setOutputs({left});

  model.beginSubgraph();
  const std::int32_t tested = number("tested");
  const std::int32_t zero = constant("zero", 0.0F);
  const std::int32_t goesOn = number("goes_on", schema::TensorType_BOOL);
  model.addOperator(schema::BuiltinOperator_GREATER, {tested, zero}, {goesOn});
  model.setInputs({tested});
  model.setOutputs({goesOn});

  model.beginSubgraph();
  const std::int32_t before = number("before");
  const std::int32_t one = constant("one", 1.0F);
  const std::int32_t after = number("after");
  model.addOperator(schema::BuiltinOperator_SUB, {before, one}, {after},
                    {schema::BuiltinOptions_SubOptions, schema::CreateSubOptions(builder).Union()});
  model.setInputs({before});
  model.setOutputs({after});
  return model.finish();
}

const std::vector<SampleModel>& sampleModels() {
  static const std::vector<SampleModel> kModels = {{"keyword_spotter", makeKeywordSpotter},
                                                   {"person_detector", makePersonDetector},
                                                   {"image_classifier", makeImageClassifier},
                                                   {"autoencoder", makeAutoencoder},
                                                   {"sine", makeSine},
                                                   {"edge_detector", makeEdgeDetector},
                                                   {"countdown", makeCountdown}};
  return kModels;
}

} // namespace arenascope::generator

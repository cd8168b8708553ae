#include "tests/support/small_models.h"

#include <cstring>
#include <utility>

#include "resources/generator/layer_builder.h"
#include "resources/generator/model_builder.h"

namespace arenascope::test {

using generator::bytesOf;
using generator::ModelBuilder;

namespace {

// Answers the tensor after a dense layer.
std::int32_t addDense(ModelBuilder& model, std::int32_t in, std::int32_t inWidth, std::int32_t width,
                      const std::string& number, const std::string& name) {
  std::vector<float> values(static_cast<std::size_t>(width * inWidth));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 3) - 1.0F;
  const std::int32_t weights =
      model.addConstant("weights" + number, schema::TensorType_FLOAT32, {width, inWidth}, bytesOf(values));
  const std::int32_t out = model.addTensor(name, schema::TensorType_FLOAT32, {1, width});
  model.addOperator(
      schema::BuiltinOperator_FULLY_CONNECTED, {in, weights, -1}, {out},
      {schema::BuiltinOptions_FullyConnectedOptions,
       schema::CreateFullyConnectedOptions(model.flatbuffer(), schema::ActivationFunctionType_NONE).Union()});
  return out;
}

// Dense layers; tensors: in, weights1, hidden, weights2, …, out.
void addLayers(ModelBuilder& model, const std::vector<std::int32_t>& widths) {
  std::int32_t in = model.addTensor("in", schema::TensorType_FLOAT32, {1, widths[0]});
  model.setInputs({in});
  for (std::size_t layer = 1; layer < widths.size(); ++layer)
    in = addDense(model, in, widths[layer - 1], widths[layer], std::to_string(layer),
                  layer + 1 == widths.size() ? "out" : "hidden");
  model.setOutputs({in});
}

} // namespace

std::vector<std::uint8_t> twoLayerModel() {
  ModelBuilder model("two layers");
  addLayers(model, {4, 8, 2});
  return model.finish();
}

std::vector<std::uint8_t> modelWithoutOperators() {
  ModelBuilder model("no operators");
  const std::int32_t tensor = model.addTensor("in", schema::TensorType_INT8, {1, 40});
  model.setInputs({tensor});
  model.setOutputs({tensor});
  return model.finish();
}

std::vector<std::uint8_t> acceleratedModel() {
  constexpr std::int32_t kScratch = 1024;
  const generator::Quantization quantization{{0.5F}, {0}, 0};
  ModelBuilder model("accelerated");
  const auto in = model.addTensor("in", schema::TensorType_INT8, {1, 64}, quantization);
  const auto commands = model.addConstant("commands", schema::TensorType_UINT8, {8}, {1, 2, 3, 4, 5, 6, 7, 8});
  const auto weights = model.addConstant("weights", schema::TensorType_UINT8, {4}, {1, 2, 3, 4});
  const auto scratch = model.addTensor("scratch", schema::TensorType_UINT8, {kScratch});
  const auto fast = model.addTensor("scratch_fast", schema::TensorType_UINT8, {kScratch});
  const auto a = model.addTensor("a", schema::TensorType_INT8, {1, 64}, quantization);
  const auto b = model.addTensor("b", schema::TensorType_INT8, {1, 64}, quantization);
  const auto out = model.addTensor("out", schema::TensorType_INT8, {1, 64}, quantization);
  model.addCustomOperator("ethos-u", {commands, weights, scratch, fast, in}, {a}, {1});
  model.addOperator(schema::BuiltinOperator_RELU, {a}, {b});
  model.addCustomOperator("ethos-u", {commands, weights, scratch, fast, b}, {out}, {1});
  model.setInputs({in});
  model.setOutputs({out});
  model.addMetadata("OfflineMemoryAllocation",
                    bytesOf(std::vector<std::int32_t>{0, 1, 8, 64, -1, -1, 0, 0, 128, 256, 512}));
  return model.finish();
}

std::vector<std::uint8_t> movedByFour(const std::vector<std::uint8_t>& model) {
  constexpr std::ptrdiff_t kHead = 8; // the offset of the root table, and the identifier
  std::vector<std::uint8_t> moved(model.begin(), model.begin() + kHead);
  moved.resize(moved.size() + 4);
  moved.insert(moved.end(), model.begin() + kHead, model.end());
  std::uint32_t root = 0;
  std::memcpy(&root, moved.data(), sizeof(root));
  root += 4;
  std::memcpy(moved.data(), &root, sizeof(root));
  return moved;
}

std::vector<std::uint8_t> greedilyPlannedBadlyModel() {
  ModelBuilder model("layers that the greedy planner places badly");
  addLayers(model, {384, 320, 256, 320});
  return model.finish();
}

std::vector<std::uint8_t> badlyOrderedModel() {
  ModelBuilder model("branches that all begin before one ends");
  constexpr std::int32_t kNarrow = 16;
  constexpr std::int32_t kWide = 256;
  const std::int32_t in = model.addTensor("in", schema::TensorType_FLOAT32, {1, kNarrow});
  std::vector<std::int32_t> wide;
  for (const char* branch : {"a", "b", "c", "d"})
    wide.push_back(addDense(model, in, kNarrow, kWide, branch, std::string("wide ") + branch));
  std::int32_t sum = -1;
  for (std::size_t i = 0; i < wide.size(); ++i) {
    const std::string number = std::to_string(i);
    const std::int32_t narrow = addDense(model, wide[i], kWide, kNarrow, number, "narrow " + number);
    const std::int32_t before = std::exchange(sum, narrow);
    if (i == 0) continue;
    sum = model.addTensor("sum " + number, schema::TensorType_FLOAT32, {1, kNarrow});
    model.addOperator(schema::BuiltinOperator_ADD, {before, narrow}, {sum},
                      {schema::BuiltinOptions_AddOptions, schema::CreateAddOptions(model.flatbuffer()).Union()});
  }
  model.setInputs({in});
  model.setOutputs({sum});
  return model.finish();
}

std::vector<std::uint8_t> offlinePlannedModel(const std::vector<std::int32_t>& bufferOffsets) {
  ModelBuilder model("two layers with an offline plan");
  addLayers(model, {4, 8, 2});
  const std::vector<std::int32_t> plan = {1, 0, 5, bufferOffsets[0], -1, bufferOffsets[1], -1, bufferOffsets[2]};
  model.addMetadata("OfflineMemoryAllocation", bytesOf(plan));
  return model.finish();
}

std::vector<std::uint8_t> unsupportedOperatorModel() {
  ModelBuilder model("an operator without a kernel");
  const std::int32_t in = model.addTensor("in", schema::TensorType_FLOAT32, {1, 4});
  const std::int32_t middle = model.addTensor("middle", schema::TensorType_FLOAT32, {1, 4});
  const std::int32_t out = model.addTensor("out", schema::TensorType_FLOAT32, {1, 4});
  model.addOperator(schema::BuiltinOperator_RELU, {in}, {middle});
  model.addOperator(schema::BuiltinOperator_TILE, {middle, middle}, {out});
  model.setInputs({in});
  model.setOutputs({out});
  return model.finish();
}

std::vector<std::uint8_t> wideInTheMiddleModel(int size) {
  generator::LayerBuilder layers("wide in the middle", 17);
  auto now = layers.input({1, size, size, 2});
  now = layers.convolution(now, 16, {1, 1}, true);
  now = layers.depthwise(now, {3, 3});
  now = layers.convolution(now, 2, {3, 3, 2}, true);
  return layers.finish(now);
}

std::vector<std::uint8_t> depthwiseModel() {
  using namespace schema;
  const generator::Quantization plain{{1.0F}, {0}, 0};
  generator::ModelBuilder model("depthwise");
  flatbuffers::FlatBufferBuilder& builder = model.flatbuffer();
  const auto in = model.addTensor("in", TensorType_INT8, {1, 48, 48, 32}, plain);
  const auto filter =
      model.addConstant("filter", TensorType_INT8, {1, 3, 3, 32}, std::vector<std::uint8_t>(288, 1), plain);
  const auto bias = model.addConstant("bias", TensorType_INT32, {32}, std::vector<std::uint8_t>(128, 0), plain);
  const auto out = model.addTensor("out", TensorType_INT8, {1, 24, 24, 32}, plain);
  model.addOperator(
      BuiltinOperator_DEPTHWISE_CONV_2D, {in, filter, bias}, {out},
      {BuiltinOptions_DepthwiseConv2DOptions, CreateDepthwiseConv2DOptions(builder, Padding_SAME, 2, 2, 1).Union()});
  model.setInputs({in});
  model.setOutputs({out});
  return model.finish();
}

} // namespace arenascope::test

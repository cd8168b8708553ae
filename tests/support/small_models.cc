#include "tests/support/small_models.h"

#include "resources/generator/model_builder.h"

namespace arenascope::test {

using generator::bytesOf;
using generator::ModelBuilder;

namespace {

// Dense layers; tensors: in, weights1, hidden, weights2, …, out.
void addLayers(ModelBuilder& model, const std::vector<std::int32_t>& widths) {
  const auto dense = [&] {
    return generator::OptionsReference{
        schema::BuiltinOptions_FullyConnectedOptions,
        schema::CreateFullyConnectedOptions(model.flatbuffer(), schema::ActivationFunctionType_NONE).Union()};
  };
  const auto constant = [&](const std::string& name, std::int32_t rows, std::int32_t columns) {
    std::vector<float> values(static_cast<std::size_t>(rows * columns));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 3) - 1.0F;
    return model.addConstant(name, schema::TensorType_FLOAT32, {rows, columns}, bytesOf(values));
  };
  std::int32_t in = model.addTensor("in", schema::TensorType_FLOAT32, {1, widths[0]});
  model.setInputs({in});
  for (std::size_t layer = 1; layer < widths.size(); ++layer) {
    const std::int32_t weights = constant("weights" + std::to_string(layer), widths[layer], widths[layer - 1]);
    const std::int32_t out =
        model.addTensor(layer + 1 == widths.size() ? "out" : "hidden", schema::TensorType_FLOAT32, {1, widths[layer]});
    model.addOperator(schema::BuiltinOperator_FULLY_CONNECTED, {in, weights, -1}, {out}, dense());
    in = out;
  }
  model.setOutputs({in});
}

} // namespace

std::vector<std::uint8_t> twoLayerModel() {
  ModelBuilder model("two layers");
  addLayers(model, {4, 8, 2});
  return model.finish();
}

std::vector<std::uint8_t> greedilyPlannedBadlyModel() {
  ModelBuilder model("layers that the greedy planner places badly");
  addLayers(model, {384, 320, 256, 320});
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

} // namespace arenascope::test

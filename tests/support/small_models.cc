#include "tests/support/small_models.h"

#include "resources/generator/model_builder.h"

namespace arenascope::test {

using generator::bytesOf;
using generator::ModelBuilder;

namespace {

// Tensors: 0 in, 1 weights, 2 hidden, 3 weights, 4 out.
void addTwoLayers(ModelBuilder& model) {
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
  const std::int32_t in = model.addTensor("in", schema::TensorType_FLOAT32, {1, 4});
  const std::int32_t first = constant("weights1", 8, 4);
  const std::int32_t hidden = model.addTensor("hidden", schema::TensorType_FLOAT32, {1, 8});
  const std::int32_t second = constant("weights2", 2, 8);
  const std::int32_t out = model.addTensor("out", schema::TensorType_FLOAT32, {1, 2});
  model.addOperator(schema::BuiltinOperator_FULLY_CONNECTED, {in, first, -1}, {hidden}, dense());
  model.addOperator(schema::BuiltinOperator_FULLY_CONNECTED, {hidden, second, -1}, {out}, dense());
  model.setInputs({in});
  model.setOutputs({out});
}

} // namespace

std::vector<std::uint8_t> twoLayerModel() {
  ModelBuilder model("two layers");
  addTwoLayers(model);
  return model.finish();
}

std::vector<std::uint8_t> offlinePlannedModel(const std::vector<std::int32_t>& bufferOffsets) {
  ModelBuilder model("two layers with an offline plan");
  addTwoLayers(model);
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

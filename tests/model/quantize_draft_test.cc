// A model taken apart and put together again, and the float model that a converter starts from.
#include "core/model/quantize/draft.h"

#include <gtest/gtest.h>

#include <bit>

#include "core/model/load/graph_reader.h"
#include "core/model/quantize/float_model.h"
#include "resources/generator/model_builder.h"
#include "tests/operators/operator_case.h"

namespace arenascope::quantize {
namespace {

using generator::bytesOf;
using generator::ModelBuilder;

// Operators, their options in words, and tensors.
std::string described(std::span<const std::uint8_t> bytes) {
  const auto graph = model::readGraph(bytes);
  std::string text;
  for (const model::Subgraph& subgraph : graph->subgraphs) {
    for (const model::Tensor& tensor : subgraph.tensors) {
      text += std::string(tensor.name) + " " + typeName(tensor.type) + (tensor.isVariable ? " variable" : "");
      for (const std::int32_t size : tensor.shape) text += " " + std::to_string(size);
      for (const std::uint8_t byte : graph->bytesOf(tensor.constant)) text += "," + std::to_string(byte);
      for (const float scale : tensor.quantization.scales) text += " *" + std::to_string(scale);
      text += "\n";
    }
    for (const model::Operator& op : subgraph.operators) {
      text += std::string(op.name) + " " + std::to_string(op.version);
      for (const model::OperatorOption& option : op.optionTexts) text += " " + option.name + "=" + option.value;
      for (const std::int32_t input : op.inputs) text += " " + std::to_string(input);
      text += "\n";
    }
  }
  return text;
}

TEST(DraftTest, AWrittenDraftIsTheModel) {
  std::size_t models = 0;
  for (const auto& cases :
       {test::elementwiseCases(), test::movementCases(), test::layerCases(), test::controlCases(), test::customCases()})
    for (const test::OperatorCase& each : cases) {
      if (!model::readGraph(each.model)) continue;
      EXPECT_EQ(described(written(readDraft(each.model))), described(each.model)) << each.name;
      ++models;
    }
  EXPECT_GT(models, 100U);
}

TEST(DraftTest, EqualConstantsShareTheirBytes) {
  Draft draft;
  draft.graphs.emplace_back();
  DraftTensor constant{.name = "a", .shape = {4000}, .data = std::vector<std::uint8_t>(16'000, 7)};
  draft.main().add(constant);
  const std::size_t alone = written(draft).size();
  constant.name = "b";
  draft.main().add(constant);
  EXPECT_LT(written(draft).size(), alone + 1000);
}

// in -> FULLY_CONNECTED with int8 weights and a float bias.
std::vector<std::uint8_t> dynamicRangeModel() {
  ModelBuilder builder("hybrid");
  const auto in = builder.addTensor("in", schema::TensorType_FLOAT32, {1, 2});
  const auto weights = builder.addConstant("w", schema::TensorType_INT8, {1, 2}, {2, 0xFE}, {{0.5F}, {0}, 0});
  const auto bias = builder.addConstant("b", schema::TensorType_FLOAT32, {1}, bytesOf(std::vector<float>{3}));
  const auto out = builder.addTensor("out", schema::TensorType_FLOAT32, {1, 1});
  builder.addOperator(schema::BuiltinOperator_FULLY_CONNECTED, {in, weights, bias}, {out});
  builder.setInputs({in});
  builder.setOutputs({out});
  return builder.finish();
}

TEST(FloatModelTest, IntegerWeightsBesideFloatsBecomeFloats) {
  const auto model = floatModelOf(dynamicRangeModel());
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ(model->main().at(1).type, schema::TensorType_FLOAT32);
  EXPECT_EQ(numbersOf<float>(model->main().at(1)), (std::vector<float>{1, -1}));
}

// A constant of halves behind DEQUANTIZE, added to the input.
std::vector<std::uint8_t> halfModel() {
  ModelBuilder builder("halves");
  const auto in = builder.addTensor("in", schema::TensorType_FLOAT32, {2});
  const auto halves = builder.addConstant("halves", schema::TensorType_FLOAT16, {2},
                                          bytesOf(std::vector<std::uint16_t>{0x3C00, 0xC100}));
  const auto floats = builder.addTensor("floats", schema::TensorType_FLOAT32, {2});
  const auto out = builder.addTensor("out", schema::TensorType_FLOAT32, {2});
  builder.addOperator(schema::BuiltinOperator_DEQUANTIZE, {halves}, {floats});
  builder.addOperator(schema::BuiltinOperator_ADD, {in, floats}, {out});
  builder.setInputs({in});
  builder.setOutputs({out});
  return builder.finish();
}

TEST(FloatModelTest, HalvesBecomeFloatsWithoutAnOperator) {
  const auto model = floatModelOf(halfModel());
  ASSERT_TRUE(model) << model.error().message;
  ASSERT_EQ(model->main().operators.size(), 1U);
  EXPECT_EQ(model->main().operators[0].original, 1) << "as the model counts them";
  ASSERT_EQ(model->main().tensors.size(), 3U) << "the halves are used no more";
  EXPECT_EQ(numbersOf<float>(model->main().at(1)), (std::vector<float>{1, -2.5}));
  EXPECT_EQ(model->main().outputs, (std::vector<std::int32_t>{2}));
}

TEST(FloatModelTest, RefusesWhatIsQuantizedOrHasNoFloats) {
  ModelBuilder quantized("int8");
  const auto in = quantized.addTensor("in", schema::TensorType_INT8, {2}, {{0.5F}, {0}, 0});
  quantized.setInputs({in});
  quantized.setOutputs({in});
  const auto model = floatModelOf(quantized.finish());
  ASSERT_FALSE(model);
  EXPECT_NE(model.error().message.find("quantized already"), std::string::npos) << model.error().message;
  ModelBuilder whole("int32");
  const auto number = whole.addTensor("in", schema::TensorType_INT32, {2});
  whole.setInputs({number});
  whole.setOutputs({number});
  const auto none = floatModelOf(whole.finish());
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().message.find("no float tensors"), std::string::npos) << none.error().message;
}

} // namespace
} // namespace arenascope::quantize

// Scales, constants and operators of a quantized model, calculated by hand.
#include "core/model/quantize/quantizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/model/quantize/constants.h"
#include "core/model/quantize/lstm_inputs.h"
#include "core/model/quantize/lstm_range.h"
#include "core/model/quantize/operator_rules.h"
#include "core/model/quantize/scales.h"
#include "core/model/quantize/variables.h"
#include "resources/generator/model_builder.h"

namespace arenascope::quantize {
namespace {

using generator::ModelBuilder;
using schema::BuiltinOperator;
using testing::ElementsAre;
using testing::IsEmpty;

DraftTensor floats(const std::string& name, std::vector<std::int32_t> shape, const std::vector<float>& values = {}) {
  return {.name = name, .shape = std::move(shape), .data = builder::bytesOf(values)};
}
DraftTensor wholes(const std::vector<std::int32_t>& values) {
  return {.name = "wholes",
          .type = schema::TensorType_INT32,
          .shape = {static_cast<std::int32_t>(values.size())},
          .data = builder::bytesOf(values)};
}

// A main graph, tensor by tensor.
class Net {
public:
  Net() { draft.graphs.emplace_back(); }
  std::int32_t add(DraftTensor tensor, std::optional<Range> range = {}) {
    ranges.push_back(range);
    return draft.main().add(std::move(tensor));
  }
  std::int32_t activation(const std::string& name, Range range, std::vector<std::int32_t> shape = {1, 2}) {
    return add(floats(name, std::move(shape)), range);
  }
  void op(BuiltinOperator code, std::vector<std::int32_t> inputs, std::vector<std::int32_t> outputs) {
    const auto number = static_cast<std::int32_t>(draft.main().operators.size());
    draft.main().operators.push_back(
        {.code = code, .inputs = std::move(inputs), .outputs = std::move(outputs), .original = number});
  }
  QuantizedModel quantizedTo(Numbers numbers) const { return *quantized(draft, numbers, ranges); }

  Draft draft;
  Ranges ranges;
};

std::vector<BuiltinOperator> codesOf(const QuantizedModel& model) {
  std::vector<BuiltinOperator> codes;
  for (const DraftOperator& op : model.draft.main().operators) codes.push_back(op.code);
  return codes;
}

float scaleIn(const QuantizedModel& model, std::int32_t tensor) {
  return model.draft.main().at(tensor).quantization.scales.at(0);
}

TEST(ConstantsTest, ScalesComeFromRangesWithZero) {
  EXPECT_EQ(scaleOf({0, 255}, schema::TensorType_INT8), (Scale{schema::TensorType_INT8, 1, -128}));
  EXPECT_EQ(scaleOf({-255, 0}, schema::TensorType_INT8), (Scale{schema::TensorType_INT8, 1, 127}));
  EXPECT_EQ(scaleOf({-100, 155}, schema::TensorType_INT8), (Scale{schema::TensorType_INT8, 1, -28}));
  EXPECT_EQ(scaleOf({-32767, 5}, schema::TensorType_INT16), (Scale{schema::TensorType_INT16, 1, 0}));
  EXPECT_EQ(scaleOf({}, schema::TensorType_INT8).scale, 1);
  EXPECT_EQ(cellScaleOf({-5, 3}).scale, std::ldexp(1.0F, -12)) << "8 is the next power of two";
}

TEST(ConstantsTest, WeightsHaveAScaleForEachChannel) {
  const DraftTensor weights = floats("w", {2, 2}, {1.27F, -0.5F, 12.7F, 2.0F});
  const DraftTensor byRow = quantizedWeights(weights, 0, {}, 1);
  EXPECT_THAT(byRow.quantization.scales, ElementsAre(testing::FloatEq(0.01F), testing::FloatEq(0.1F)));
  EXPECT_THAT(numbersOf<std::int8_t>(byRow), ElementsAre(127, -50, 127, 20));
  EXPECT_EQ(byRow.quantization.zeroPoints, (std::vector<std::int64_t>{0, 0}));
  const DraftTensor byColumn = quantizedWeights(weights, 1, {}, 1);
  EXPECT_EQ(byColumn.quantization.dimension, 1);
  EXPECT_THAT(numbersOf<std::int8_t>(byColumn), ElementsAre(13, -32, 127, 127));
  EXPECT_THAT(numbersOf<std::int8_t>(quantizedWeights(weights, -1, {}, 1)), ElementsAre(13, -5, 127, 20));
  const DraftTensor bias =
      quantizedBias(floats("b", {2}, {0.5F, -3}), byRow.quantization.scales, 0.5F, schema::TensorType_INT32);
  EXPECT_THAT(numbersOf<std::int32_t>(bias), ElementsAre(100, -60));
  const DraftTensor wide =
      quantizedBias(floats("b", {2}, {0.5F, -3}), byRow.quantization.scales, 0.5F, schema::TensorType_INT64);
  EXPECT_THAT(numbersOf<std::int64_t>(wide), ElementsAre(100, -60));
}

TEST(ConstantsTest, ABiasWithoutWeightsKeepsItsNumber) {
  const std::vector<float> bias = {1};
  const DraftTensor weights = quantizedWeights(floats("w", {1, 1}, {0}), 0, bias, 0.001F);
  const DraftTensor stored =
      quantizedBias(floats("b", {1}, bias), weights.quantization.scales, 0.001F, schema::TensorType_INT32);
  EXPECT_NEAR(numbersOf<std::int32_t>(stored)[0] * static_cast<double>(stored.quantization.scales[0]), 1, 1e-5);
}

TEST(QuantizerTest, IntegersInPlaceOfFloats) {
  Net net;
  const auto in = net.activation("in", {0, 255});
  const auto weights = net.add(floats("w", {1, 2}, {1.27F, 0.5F}));
  const auto bias = net.add(floats("b", {1}, {4}));
  const auto out = net.activation("out", {-100, 155}, {1, 1});
  net.op(schema::BuiltinOperator_FULLY_CONNECTED, {in, weights, bias}, {out});
  net.draft.main().inputs = {in};
  net.draft.main().outputs = {out};
  const QuantizedModel model = net.quantizedTo(Numbers::kInt8);
  const DraftGraph& graph = model.draft.main();
  EXPECT_EQ(graph.tensors.size(), 4U);
  EXPECT_EQ(graph.at(in).type, schema::TensorType_INT8);
  EXPECT_EQ(graph.at(out).quantization.zeroPoints[0], -28);
  EXPECT_THAT(numbersOf<std::int32_t>(graph.at(bias)), ElementsAre(400));
  EXPECT_EQ(graph.operators[0].version, 4);
  EXPECT_THAT(model.inFloat, IsEmpty());

  const QuantizedModel wide = net.quantizedTo(Numbers::kInt16x8);
  EXPECT_EQ(wide.draft.main().at(in).type, schema::TensorType_INT16);
  EXPECT_EQ(wide.draft.main().at(weights).type, schema::TensorType_INT8);
  EXPECT_EQ(wide.draft.main().at(bias).type, schema::TensorType_INT64);

  const QuantizedModel ends = net.quantizedTo(Numbers::kInt8FloatIo);
  EXPECT_THAT(codesOf(ends), ElementsAre(schema::BuiltinOperator_QUANTIZE, schema::BuiltinOperator_FULLY_CONNECTED,
                                         schema::BuiltinOperator_DEQUANTIZE));
  EXPECT_TRUE(ends.draft.main().at(ends.draft.main().inputs[0]).isFloat());
  EXPECT_TRUE(ends.draft.main().at(ends.draft.main().outputs[0]).isFloat());
}

TEST(QuantizerTest, WhatHasNoIntegersStaysInFloatBetweenConversions) {
  Net net;
  const auto in = net.activation("in", {-1, 1});
  const auto middle = net.activation("middle", {0, 1});
  const auto sine = net.activation("sine", {0, 1});
  const auto out = net.activation("out", {0, 1});
  net.op(schema::BuiltinOperator_RELU, {in}, {middle});
  net.op(schema::BuiltinOperator_SIN, {middle}, {sine});
  net.op(schema::BuiltinOperator_ADD, {sine, middle}, {out});
  net.draft.main().inputs = {in};
  net.draft.main().outputs = {out};
  const QuantizedModel model = net.quantizedTo(Numbers::kInt8);
  EXPECT_THAT(codesOf(model),
              ElementsAre(schema::BuiltinOperator_RELU, schema::BuiltinOperator_DEQUANTIZE, schema::BuiltinOperator_SIN,
                          schema::BuiltinOperator_QUANTIZE, schema::BuiltinOperator_ADD));
  ASSERT_EQ(model.inFloat.size(), 1U);
  EXPECT_EQ(model.inFloat[0].op, 1);
  EXPECT_EQ(model.inFloat[0].name, "SIN");
  EXPECT_TRUE(model.draft.main().at(sine).isFloat());
  const DraftOperator& add = model.draft.main().operators[4];
  EXPECT_EQ(model.draft.main().at(add.inputs[0]).type, schema::TensorType_INT8);
  EXPECT_EQ(add.inputs[1], middle);
}

TEST(QuantizerTest, NothingToQuantizeIsAnError) {
  Net net;
  const auto in = net.activation("in", {-1, 1});
  const auto out = net.activation("out", {-1, 1});
  net.op(schema::BuiltinOperator_SIN, {in}, {out});
  const auto model = quantized(net.draft, Numbers::kInt8, net.ranges);
  ASSERT_FALSE(model);
  EXPECT_THAT(model.error().message, testing::HasSubstr("nothing can be quantized"));
}

TEST(ScalesTest, OperatorsThatMoveNumbersKeepTheScale) {
  Net net;
  const auto in = net.activation("in", {-10, 10});
  const auto shape = net.add(wholes({2, 1}));
  const auto out = net.activation("out", {-3, 3}, {2, 1});
  net.op(schema::BuiltinOperator_RESHAPE, {in, shape}, {out});
  const QuantizedModel model = net.quantizedTo(Numbers::kInt8);
  EXPECT_EQ(scaleIn(model, out), scaleIn(model, in));
  EXPECT_EQ(model.draft.main().at(shape).type, schema::TensorType_INT32);
}

TEST(ScalesTest, JoinedActivationsTakeTheScaleOfTheOutput) {
  Net net;
  const auto a = net.activation("a", {-1, 1});
  const auto b = net.activation("b", {-8, 8});
  const auto out = net.activation("out", {-8, 8}, {1, 4});
  net.op(schema::BuiltinOperator_CONCATENATION, {a, b}, {out});
  const QuantizedModel model = net.quantizedTo(Numbers::kInt8);
  EXPECT_EQ(scaleIn(model, a), scaleIn(model, out));
  EXPECT_EQ(codesOf(model).size(), 1U) << "no conversion is needed";
}

TEST(ScalesTest, AFixedScaleIsConvertedBeforeItIsJoined) {
  Net net;
  const auto in = net.activation("in", {-8, 8});
  const auto fixed = net.activation("fixed", {0, 1});
  const auto out = net.activation("out", {-8, 8}, {1, 4});
  net.op(schema::BuiltinOperator_LOGISTIC, {in}, {fixed});
  net.op(schema::BuiltinOperator_CONCATENATION, {in, fixed}, {out});
  const QuantizedModel model = net.quantizedTo(Numbers::kInt8);
  EXPECT_THAT(codesOf(model), ElementsAre(schema::BuiltinOperator_LOGISTIC, schema::BuiltinOperator_QUANTIZE,
                                          schema::BuiltinOperator_CONCATENATION));
  EXPECT_EQ(scaleIn(model, fixed), 1.0F / 256);
  EXPECT_EQ(model.draft.main().at(fixed).quantization.zeroPoints[0], -128);
  EXPECT_EQ(scaleIn(model, model.draft.main().operators[2].inputs[1]), scaleIn(model, out));
}

TEST(ScalesTest, OutputsOfFixedScales) {
  const std::pair<BuiltinOperator, Scale> kFixed[] = {
      {schema::BuiltinOperator_SOFTMAX, {schema::TensorType_INT8, 1.0F / 256, -128}},
      {schema::BuiltinOperator_TANH, {schema::TensorType_INT8, 1.0F / 128, 0}},
      {schema::BuiltinOperator_L2_NORMALIZATION, {schema::TensorType_INT8, 1.0F / 128, 0}},
      {schema::BuiltinOperator_LOG_SOFTMAX, {schema::TensorType_INT8, 16.0F / 256, 127}}};
  for (const auto& [code, scale] : kFixed) {
    Net net;
    const auto in = net.activation("in", {-8, 8});
    const auto out = net.activation("out", {-100, 100});
    net.op(code, {in}, {out});
    EXPECT_EQ(Scales(net.draft, {true}, net.ranges, Numbers::kInt8).of(out), scale) << code;
  }
  EXPECT_EQ(ruleOf(schema::BuiltinOperator_SIN), nullptr);
}

TEST(QuantizerTest, OneConstantWithTwoScalesBecomesTwo) {
  Net net;
  const auto a = net.activation("a", {0, 1});
  const auto b = net.activation("b", {0, 10});
  const auto weights = net.add(floats("w", {1, 2}, {1, 2}));
  const auto bias = net.add(floats("bias", {1}, {1}));
  const auto x = net.activation("x", {0, 1}, {1, 1});
  const auto y = net.activation("y", {0, 1}, {1, 1});
  net.op(schema::BuiltinOperator_FULLY_CONNECTED, {a, weights, bias}, {x});
  net.op(schema::BuiltinOperator_FULLY_CONNECTED, {b, weights, bias}, {y});
  const QuantizedModel model = net.quantizedTo(Numbers::kInt8);
  const auto& operators = model.draft.main().operators;
  EXPECT_EQ(operators[0].inputs[1], operators[1].inputs[1]) << "the weights are the same numbers";
  EXPECT_NE(operators[0].inputs[2], operators[1].inputs[2]) << "a bias depends on the input's scale";
}

// One unit, one input, steps of 1: the gates' weights are 0, and their biases decide.
Net lstmNet(float clip) {
  Net net;
  const auto in = net.activation("in", {0, 1}, {1, 3, 1});
  std::vector<std::int32_t> inputs(24, -1);
  inputs[0] = in;
  for (std::size_t gate = 0; gate < kLstmGates; ++gate) {
    inputs[kLstmInputWeights + gate] = net.add(floats("w", {1, 1}, {0}));
    inputs[kLstmRecurrentWeights + gate] = net.add(floats("r", {1, 1}, {0}));
    inputs[kLstmBiases + gate] = net.add(floats("b", {1}, {100})); // gates are open, the candidate is 1
  }
  for (const std::size_t state : {kLstmHiddenState, kLstmCellState}) {
    inputs[state] = net.activation("state", {0, clip}, {1, 1});
    net.draft.main().at(inputs[state]).isVariable = true;
  }
  const auto out = net.activation("out", {0, 1}, {1, 3, 1});
  net.op(schema::BuiltinOperator_UNIDIRECTIONAL_SEQUENCE_LSTM, inputs, {out});
  net.draft.main().inputs = {in};
  net.draft.main().outputs = {out};
  return net;
}

TEST(LstmRangeTest, TheCellAddsUpItsCandidates) {
  const Net net = lstmNet(3);
  const std::vector<float> values = {0, 0, 0};
  const Range range = cellRangeOf(net.draft.main(), net.draft.main().operators[0], values, values);
  EXPECT_NEAR(range.most, 3, 1e-4) << "1 for each of three steps";
  EXPECT_EQ(range.least, 0);
}

TEST(QuantizerTest, AnLstmHasStatesOfTwoWidths) {
  const Net net = lstmNet(3);
  const QuantizedModel model = net.quantizedTo(Numbers::kInt8);
  const DraftGraph& graph = model.draft.main();
  const DraftOperator& op = graph.operators[0];
  EXPECT_EQ(graph.at(op.inputs[kLstmCellState]).type, schema::TensorType_INT16);
  EXPECT_EQ(scaleIn(model, op.inputs[kLstmCellState]), std::ldexp(1.0F, -13)) << "4 is the next power of two";
  EXPECT_EQ(graph.at(op.inputs[kLstmHiddenState]).type, schema::TensorType_INT8);
  EXPECT_EQ(scaleIn(model, op.inputs[kLstmHiddenState]), scaleIn(model, op.outputs[0]));
  ASSERT_EQ(op.intermediates.size(), 5U);
  EXPECT_EQ(scaleIn(model, op.intermediates[4]), scaleIn(model, op.outputs[0]));
  EXPECT_EQ(graph.at(op.inputs[kLstmBiases]).type, schema::TensorType_INT32);
}

TEST(OperatorRulesTest, ReasonsForFloat) {
  Net net = lstmNet(1);
  DraftOperator& op = net.draft.main().operators[0];
  EXPECT_EQ(reasonForFloat(net.draft.main(), op, Numbers::kInt8), "");
  op.inputs[kLstmPeepholes] = 0;
  EXPECT_THAT(reasonForFloat(net.draft.main(), op, Numbers::kInt8), testing::HasSubstr("peephole"));
  const DraftOperator prelu{.code = schema::BuiltinOperator_PRELU, .inputs = {}, .outputs = {}};
  EXPECT_EQ(reasonForFloat(net.draft.main(), prelu, Numbers::kInt8), "");
  EXPECT_THAT(reasonForFloat(net.draft.main(), prelu, Numbers::kInt16x8), testing::HasSubstr("16 bits"));
}

// v += in, read back; the initial value is written by CALL_ONCE.
std::vector<std::uint8_t> variableModel(bool isComputed) {
  ModelBuilder builder("variable");
  auto& flat = builder.flatbuffer();
  const auto in = builder.addTensor("in", schema::TensorType_FLOAT32, {2});
  const auto handle = builder.addTensor("handle", schema::TensorType_RESOURCE, {});
  const auto before = builder.addTensor("before", schema::TensorType_FLOAT32, {2});
  const auto after = builder.addTensor("after", schema::TensorType_FLOAT32, {2});
  const auto handleOptions = [&] {
    const auto name = flat.CreateString("v");
    return generator::OptionsReference{schema::BuiltinOptions_VarHandleOptions,
                                       schema::CreateVarHandleOptions(flat, 0, name).Union()};
  };
  builder.addOperator(schema::BuiltinOperator_CALL_ONCE, {}, {},
                      {schema::BuiltinOptions_CallOnceOptions, schema::CreateCallOnceOptions(flat, 1).Union()});
  builder.addOperator(schema::BuiltinOperator_VAR_HANDLE, {}, {handle}, handleOptions());
  builder.addOperator(schema::BuiltinOperator_READ_VARIABLE, {handle}, {before});
  builder.addOperator(schema::BuiltinOperator_ADD, {in, before}, {after});
  builder.addOperator(schema::BuiltinOperator_ASSIGN_VARIABLE, {handle, after}, {});
  builder.setInputs({in});
  builder.setOutputs({after});
  builder.beginSubgraph();
  const auto inner = builder.addTensor("handle", schema::TensorType_RESOURCE, {});
  const auto initial =
      builder.addConstant("initial", schema::TensorType_FLOAT32, {2}, builder::bytesOf(std::vector<float>{1, -1}));
  const auto computed = builder.addTensor("computed", schema::TensorType_FLOAT32, {2});
  builder.addOperator(schema::BuiltinOperator_VAR_HANDLE, {}, {inner}, handleOptions());
  if (isComputed) builder.addOperator(schema::BuiltinOperator_ABS, {initial}, {computed});
  builder.addOperator(schema::BuiltinOperator_ASSIGN_VARIABLE, {inner, isComputed ? computed : initial}, {});
  return builder.finish();
}

TEST(VariablesTest, AVariableHasTheSameScaleWhereverItIsTouched) {
  const std::vector<std::uint8_t> bytes = variableModel(false);
  const Draft draft = readDraft(bytes);
  ASSERT_TRUE(areVariablesPlain(draft));
  EXPECT_EQ(variableOf(draft.main(), draft.main().operators[2]), "v");
  const Ranges ranges = {Range{-1, 1}, std::nullopt, Range{0, 2}, Range{-2, 2}};
  const auto model = quantized(draft, Numbers::kInt8, ranges);
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ(scaleIn(*model, 2), scaleIn(*model, 3));
  const DraftTensor& initial = model->draft.graphs[1].at(1);
  EXPECT_EQ(initial.type, schema::TensorType_INT8);
  EXPECT_EQ(initial.quantization.scales[0], scaleIn(*model, 2));
  EXPECT_THAT(floatsOf(initial), ElementsAre(testing::FloatNear(1, 0.01F), testing::FloatNear(-1, 0.01F)));
}

TEST(VariablesTest, AVariableThatASubgraphComputesStaysInFloat) {
  const std::vector<std::uint8_t> bytes = variableModel(true);
  const Draft draft = readDraft(bytes);
  EXPECT_FALSE(areVariablesPlain(draft));
  const auto model = quantized(draft, Numbers::kInt8, {Range{-1, 1}, {}, Range{0, 2}, Range{-2, 2}});
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ(model->inFloat.size(), 2U);
  EXPECT_TRUE(model->draft.main().at(2).isFloat());
}

TEST(NumbersTest, NamesAreReadAndWritten) {
  for (const Numbers each : kAllNumbers) EXPECT_EQ(numbersNamed(numbersName(each)), each);
  EXPECT_EQ(numbersNamed("int4"), std::nullopt);
}

} // namespace
} // namespace arenascope::quantize

// Kernels through whole single-operator models, against results worked out by hand.
#include <gtest/gtest.h>

#include <cstring>

#include "emulator/session/host_runner.h"
#include "resources/generator/model_builder.h"
#include "tests/support/test_models.h"

namespace arenascope::kernels {
namespace {

using generator::bytesOf;
using generator::ModelBuilder;
using generator::OptionsReference;

constexpr std::uint64_t kRoomy = 1 << 20;

template <typename T>
std::vector<T> runModel(ModelBuilder& model, const std::vector<T>& input) {
  session::HostRunner runner;
  session::RunControl control;
  session::RunOptions options;
  options.arenaBytes = kRoomy;
  options.invoke = true;
  options.inputs = {bytesOf(input)};
  const profile::RunTrace trace = runner.run(test::loaded(model.finish()), options, control);
  EXPECT_FALSE(trace.error.has_value()) << trace.error->message;
  if (trace.error) return {};
  std::vector<T> output(trace.outputs[0].size() / sizeof(T));
  std::memcpy(output.data(), trace.outputs[0].data(), trace.outputs[0].size());
  return output;
}

std::string refusal(ModelBuilder& model) {
  const profile::RunTrace trace = test::hostRun(model.finish(), kRoomy);
  return trace.error ? trace.error->message : "";
}

void connect(ModelBuilder& model, std::int32_t in, std::int32_t out) {
  model.setInputs({in});
  model.setOutputs({out});
}

TEST(ReferenceKernelsTest, PadFillsWithTheZeroPoint) {
  ModelBuilder model("pad");
  const generator::Quantization q{{0.5F}, {7}, 0};
  const auto in = model.addTensor("in", schema::TensorType_INT8, {2, 2}, q);
  const auto paddings =
      model.addConstant("paddings", schema::TensorType_INT32, {2, 2}, bytesOf(std::vector<std::int32_t>{1, 0, 0, 1}));
  const auto out = model.addTensor("out", schema::TensorType_INT8, {3, 3}, q);
  model.addOperator(schema::BuiltinOperator_PAD, {in, paddings}, {out});
  connect(model, in, out);
  EXPECT_EQ(runModel<std::int8_t>(model, {1, 2, 3, 4}), (std::vector<std::int8_t>{7, 7, 7, 1, 2, 7, 3, 4, 7}));
}

TEST(ReferenceKernelsTest, MeanOverRowsOfFloats) {
  ModelBuilder model("mean");
  const auto in = model.addTensor("in", schema::TensorType_FLOAT32, {2, 3});
  const auto axis = model.addConstant("axis", schema::TensorType_INT32, {1}, bytesOf(std::vector<std::int32_t>{-1}));
  const auto out = model.addTensor("out", schema::TensorType_FLOAT32, {2});
  const auto options = schema::CreateReducerOptions(model.flatbuffer(), false);
  model.addOperator(schema::BuiltinOperator_MEAN, {in, axis}, {out},
                    {schema::BuiltinOptions_ReducerOptions, options.Union()});
  connect(model, in, out);
  EXPECT_EQ(runModel<float>(model, {1, 2, 6, -1, 0, 4}), (std::vector<float>{3, 1}));
}

// Means of stored numbers with the same scale: 1, 2, 4, 5 -> 3; rounding of 10 / 4 = 2.5 goes away from zero.
TEST(ReferenceKernelsTest, MeanOfQuantizedNumbersRounds) {
  ModelBuilder model("mean8");
  const generator::Quantization q{{0.1F}, {0}, 0};
  const auto in = model.addTensor("in", schema::TensorType_INT8, {2, 4}, q);
  const auto axis = model.addConstant("axis", schema::TensorType_INT32, {1}, bytesOf(std::vector<std::int32_t>{1}));
  const auto out = model.addTensor("out", schema::TensorType_INT8, {2, 1}, q);
  const auto options = schema::CreateReducerOptions(model.flatbuffer(), true);
  model.addOperator(schema::BuiltinOperator_MEAN, {in, axis}, {out},
                    {schema::BuiltinOptions_ReducerOptions, options.Union()});
  connect(model, in, out);
  EXPECT_EQ(runModel<std::int8_t>(model, {1, 2, 4, 5, 1, 2, 3, 4}), (std::vector<std::int8_t>{3, 3}));
}

// 2x2 windows with SAME padding over 3x3: the last column and row average fewer values.
TEST(ReferenceKernelsTest, AveragePoolCountsOnlyValuesInsideTheImage) {
  ModelBuilder model("pool");
  const auto in = model.addTensor("in", schema::TensorType_FLOAT32, {1, 3, 3, 1});
  const auto out = model.addTensor("out", schema::TensorType_FLOAT32, {1, 2, 2, 1});
  const auto options = schema::CreatePool2DOptions(model.flatbuffer(), schema::Padding_SAME, 2, 2, 2, 2);
  model.addOperator(schema::BuiltinOperator_AVERAGE_POOL_2D, {in}, {out},
                    {schema::BuiltinOptions_Pool2DOptions, options.Union()});
  connect(model, in, out);
  EXPECT_EQ(runModel<float>(model, {1, 2, 3, 4, 5, 6, 7, 8, 9}), (std::vector<float>{3, 4.5, 7.5, 9}));
}

TEST(ReferenceKernelsTest, Relu6OfFloats) {
  ModelBuilder model("relu6");
  const auto in = model.addTensor("in", schema::TensorType_FLOAT32, {4});
  const auto out = model.addTensor("out", schema::TensorType_FLOAT32, {4});
  model.addOperator(schema::BuiltinOperator_RELU6, {in}, {out});
  connect(model, in, out);
  EXPECT_EQ(runModel<float>(model, {-1, 0.5, 6, 9}), (std::vector<float>{0, 0.5, 6, 6}));
}

// Two channels, 3x3 filters of ones, VALID: each output is the sum of its channel's 9 values, plus the bias.
TEST(ReferenceKernelsTest, DepthwiseKeepsChannelsApart) {
  ModelBuilder model("depthwise");
  const auto in = model.addTensor("in", schema::TensorType_FLOAT32, {1, 3, 3, 2});
  const auto filter =
      model.addConstant("filter", schema::TensorType_FLOAT32, {1, 3, 3, 2}, bytesOf(std::vector<float>(18, 1.0F)));
  const auto bias =
      model.addConstant("bias", schema::TensorType_FLOAT32, {2}, bytesOf(std::vector<float>{100.0F, 200.0F}));
  const auto out = model.addTensor("out", schema::TensorType_FLOAT32, {1, 1, 1, 2});
  const auto options = schema::CreateDepthwiseConv2DOptions(model.flatbuffer(), schema::Padding_VALID, 1, 1, 1);
  model.addOperator(schema::BuiltinOperator_DEPTHWISE_CONV_2D, {in, filter, bias}, {out},
                    {schema::BuiltinOptions_DepthwiseConv2DOptions, options.Union()});
  connect(model, in, out);
  std::vector<float> values;
  for (int i = 0; i < 9; ++i) values.insert(values.end(), {1.0F, 2.0F});
  EXPECT_EQ(runModel<float>(model, values), (std::vector<float>{109, 218}));
}

TEST(ReferenceKernelsTest, ShapesThatDoNotFitAreRefusedInPrepare) {
  ModelBuilder model("bad");
  const auto in = model.addTensor("in", schema::TensorType_FLOAT32, {1, 3, 3, 2});
  const auto filter =
      model.addConstant("filter", schema::TensorType_FLOAT32, {4, 3, 3, 2}, bytesOf(std::vector<float>(72, 1.0F)));
  const auto out = model.addTensor("out", schema::TensorType_FLOAT32, {1, 1, 1, 5});
  const auto options = schema::CreateConv2DOptions(model.flatbuffer(), schema::Padding_VALID, 1, 1);
  model.addOperator(schema::BuiltinOperator_CONV_2D, {in, filter}, {out},
                    {schema::BuiltinOptions_Conv2DOptions, options.Union()});
  connect(model, in, out);
  EXPECT_NE(refusal(model).find("operator 0 (CONV_2D): the filter's shape does not fit"), std::string::npos);
}

TEST(ReferenceKernelsTest, AnOutputScaleOfZeroIsRefused) {
  ModelBuilder model("zero scale");
  const auto in = model.addTensor("in", schema::TensorType_INT8, {4}, {{0.5F}, {0}, 0});
  const auto out = model.addTensor("out", schema::TensorType_INT8, {4}, {{0.0F}, {0}, 0});
  model.addOperator(schema::BuiltinOperator_QUANTIZE, {in}, {out});
  connect(model, in, out);
  EXPECT_NE(refusal(model).find("no usable ratio"), std::string::npos);
}

TEST(ReferenceKernelsTest, ABiasOfAnotherTypeIsRefused) {
  ModelBuilder model("bias type");
  const auto in = model.addTensor("in", schema::TensorType_FLOAT32, {1, 2});
  const auto filter =
      model.addConstant("filter", schema::TensorType_FLOAT32, {1, 2}, bytesOf(std::vector<float>{1, 1}));
  const auto bias = model.addConstant("bias", schema::TensorType_INT8, {1}, {1});
  const auto out = model.addTensor("out", schema::TensorType_FLOAT32, {1, 1});
  const auto options = schema::CreateFullyConnectedOptions(model.flatbuffer());
  model.addOperator(schema::BuiltinOperator_FULLY_CONNECTED, {in, filter, bias}, {out},
                    {schema::BuiltinOptions_FullyConnectedOptions, options.Union()});
  connect(model, in, out);
  EXPECT_NE(refusal(model).find("bias type INT8 is not supported"), std::string::npos);
}

TEST(ReferenceKernelsTest, OperatorWithoutItsOptionsIsRefused) {
  ModelBuilder model("no options");
  const auto in = model.addTensor("in", schema::TensorType_FLOAT32, {1, 2});
  const auto out = model.addTensor("out", schema::TensorType_FLOAT32, {1, 2});
  model.addOperator(schema::BuiltinOperator_SOFTMAX, {in}, {out});
  connect(model, in, out);
  EXPECT_NE(refusal(model).find("SOFTMAX"), std::string::npos);
}

} // namespace
} // namespace arenascope::kernels

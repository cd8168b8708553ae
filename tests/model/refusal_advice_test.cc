// A refusal says what to do where the file shows it.
#include "core/model/load/refusal_advice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/model/load/graph_reader.h"
#include "core/model/validate/validator.h"
#include "resources/generator/model_builder.h"

namespace arenascope::model {
namespace {

using generator::ModelBuilder;
using testing::HasSubstr;

std::string adviceOn(const std::vector<std::uint8_t>& bytes) {
  return refusalAdvice(bytes, {Stage::kPrepare, "refused", 0, 0});
}

std::string refusalOf(schema::TensorType type) {
  ModelBuilder model("type");
  const auto in = model.addTensor("in", type, {1, 4});
  const auto out = model.addTensor("out", type, {1, 4});
  model.addOperator(schema::BuiltinOperator_FULLY_CONNECTED, {in, in}, {out});
  model.setInputs({in});
  model.setOutputs({out});
  const std::vector<std::uint8_t> bytes = model.finish();
  const auto error = validate(*readGraph(bytes));
  return error ? error->message : "";
}

TEST(RefusalAdviceTest, TypesThatConvertersWriteAreExplained) {
  EXPECT_THAT(refusalOf(schema::TensorType_FLOAT16), HasSubstr("without supported_types = [tf.float16]"));
  EXPECT_THAT(refusalOf(schema::TensorType_UINT8), HasSubstr("quantized by TensorFlow 1"));
  EXPECT_THAT(refusalOf(schema::TensorType_STRING),
              HasSubstr("tensor 0 (in) holds strings, which TFLM does not support"));
}

TEST(RefusalAdviceTest, DynamicRangeQuantizationIsNamed) {
  ModelBuilder model("hybrid");
  const auto in = model.addTensor("in", schema::TensorType_FLOAT32, {1, 4});
  const auto weights = model.addConstant("w", schema::TensorType_INT8, {2, 4}, std::vector<std::uint8_t>(8));
  const auto out = model.addTensor("out", schema::TensorType_FLOAT32, {1, 2});
  model.addOperator(schema::BuiltinOperator_FULLY_CONNECTED, {in, weights, -1}, {out});
  model.setInputs({in});
  model.setOutputs({out});
  EXPECT_THAT(adviceOn(model.finish()), HasSubstr("dynamic range quantization"));
}

TEST(RefusalAdviceTest, AnOpenBatchIsNamed) {
  ModelBuilder model("reshape");
  const auto in = model.addTensor("in", schema::TensorType_FLOAT32, {4, 2});
  const auto shape = model.addConstant("shape", schema::TensorType_INT32, {2}, {0xff, 0xff, 0xff, 0xff, 2, 0, 0, 0});
  const auto out = model.addTensor("out", schema::TensorType_FLOAT32, {1, 2});
  model.addOperator(schema::BuiltinOperator_RESHAPE, {in, shape}, {out});
  model.setInputs({in});
  model.setOutputs({out});
  EXPECT_THAT(adviceOn(model.finish()), HasSubstr("leaves a dimension open (-1)"));
}

TEST(RefusalAdviceTest, ScalesAlongAnotherDimensionAreNamed) {
  ModelBuilder model("scales");
  const auto in = model.addTensor("in", schema::TensorType_INT8, {1, 4, 4, 6}, {{0.5F}, {0}});
  const auto weights = model.addConstant("w", schema::TensorType_INT8, {2, 1, 1, 6}, std::vector<std::uint8_t>(12),
                                         {{0.5F, 0.5F}, {0, 0}, 3});
  const auto out = model.addTensor("out", schema::TensorType_INT8, {1, 4, 4, 2}, {{0.5F}, {0}});
  model.addOperator(schema::BuiltinOperator_CONV_2D, {in, weights, -1}, {out});
  model.setInputs({in});
  model.setOutputs({out});
  EXPECT_THAT(adviceOn(model.finish()),
              HasSubstr("along dimension 3, which is 6 long, but TFLM needs them along dimension 0"));
}

TEST(RefusalAdviceTest, AShapeThatWasLeftOpenIsNamed) {
  ModelBuilder model("no shape");
  const auto in = model.addTensor("in", schema::TensorType_FLOAT32, {1, 4});
  const auto weights = model.addConstant("w", schema::TensorType_FLOAT32, {1, 4}, std::vector<std::uint8_t>(16));
  const auto out = model.addTensor("out", schema::TensorType_FLOAT32, {});
  model.addOperator(schema::BuiltinOperator_FULLY_CONNECTED, {in, weights, -1}, {out});
  model.setInputs({in});
  model.setOutputs({out});
  EXPECT_THAT(adviceOn(model.finish()), HasSubstr("tensor 2 has no shape in the file"));
}

TEST(RefusalAdviceTest, NothingIsSaidWhereTheFileShowsNothing) {
  ModelBuilder model("relu");
  const auto in = model.addTensor("in", schema::TensorType_FLOAT32, {1, 4});
  const auto out = model.addTensor("out", schema::TensorType_FLOAT32, {1, 4});
  model.addOperator(schema::BuiltinOperator_RELU, {in}, {out});
  const std::vector<std::uint8_t> bytes = model.finish();
  EXPECT_EQ(adviceOn(bytes), "");
  EXPECT_EQ(refusalAdvice(bytes, {Stage::kPrepare, "refused", 3, 0}), "");
  EXPECT_EQ(refusalAdvice(bytes, {Stage::kPrepare, "refused", 0, 7}), "");
  EXPECT_EQ(refusalAdvice(bytes, {Stage::kAllocate, "too small"}), "");
}

} // namespace
} // namespace arenascope::model

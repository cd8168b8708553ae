#include "core/interpreter/runtime/model_reader.h"

#include <gtest/gtest.h>

#include "resources/generator/model_builder.h"

namespace arenascope::runtime {
namespace {

using generator::ModelBuilder;

// in[2, 3] int16 and constant[2] int32 go into a custom operator, whose output goes into RELU.
class ModelReaderTest : public testing::Test {
protected:
  ModelReaderTest() {
    ModelBuilder builder("reader");
    const std::int32_t in = builder.addTensor("in", schema::TensorType_INT16, {2, 3}, {{0.5F}, {0}});
    const std::int32_t constant = builder.addConstant("c", schema::TensorType_INT32, {2}, {1, 0, 0, 0, 2, 0, 0, 0});
    const std::int32_t middle = builder.addTensor("middle", schema::TensorType_FLOAT32, {});
    const std::int32_t out = builder.addTensor("out", schema::TensorType_FLOAT32, {});
    builder.addCustomOperator("somebodys", {in, constant}, {middle});
    builder.addOperator(schema::BuiltinOperator_RELU, {middle}, {out});
    builder.setInputs({in});
    builder.setOutputs({out});
    bytes_ = builder.finish();
  }
  const schema::Model& model() const { return *schema::GetModel(bytes_.data()); }
  const schema::SubGraph& graph() const { return *model().subgraphs()->Get(0); }
  const schema::Tensor& tensor(std::uint32_t number) const { return *graph().tensors()->Get(number); }

  std::vector<std::uint8_t> bytes_;
};

TEST_F(ModelReaderTest, OperatorsHaveTheirNames) {
  const schema::Operator& custom = *graph().operators()->Get(0);
  const schema::Operator& relu = *graph().operators()->Get(1);
  EXPECT_STREQ(operatorName(model(), custom), "somebodys");
  EXPECT_STREQ(customName(model(), custom), "somebodys");
  EXPECT_STREQ(operatorName(model(), relu), "RELU");
  EXPECT_EQ(customName(model(), relu), nullptr);
  EXPECT_EQ(operatorCode(model(), relu), schema::BuiltinOperator_RELU);
}

TEST_F(ModelReaderTest, TensorsAreReadWhereTheyLie) {
  const EvalTensor in = readEvalTensor(model(), tensor(0));
  EXPECT_EQ(in.data, nullptr) << "not a constant";
  EXPECT_EQ(in.type, kInt16);
  ASSERT_EQ(in.dims->size, 2);
  EXPECT_EQ(in.dims->data[1], 3);
  EXPECT_EQ(tensorBytes(in.type, *in.dims), 12U);
  const EvalTensor constant = readEvalTensor(model(), tensor(1));
  ASSERT_NE(constant.data, nullptr);
  EXPECT_EQ(static_cast<const std::uint8_t*>(constant.data)[4], 2);
  EXPECT_GE(constant.data, static_cast<const void*>(bytes_.data()));
}

TEST_F(ModelReaderTest, AScalarHasNoDimensionsAndOneElement) {
  EXPECT_EQ(asIntArray(nullptr)->size, 0);
  EXPECT_EQ(tensorBytes(kFloat32, *asIntArray(nullptr)), 4U);
}

TEST_F(ModelReaderTest, QuantizationIsScaleAndZeroPoint) {
  EXPECT_TRUE(isQuantized(tensor(0)));
  EXPECT_FALSE(isQuantized(tensor(2)));
}

} // namespace
} // namespace arenascope::runtime

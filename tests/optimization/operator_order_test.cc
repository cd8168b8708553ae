// Which operators may change places, and what the best order of a model is.
#include "core/model/load/model_file.h"
#include "core/optimization/operator_order.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/model/rewrite/model_writer.h"
#include "resources/generator/model_builder.h"
#include "tests/support/test_models.h"

namespace arenascope::optimization {
namespace {

using generator::ModelBuilder;
using report::PlannedBuffer;

constexpr auto kFloat = schema::TensorType_FLOAT32;

// A model of operators that would like to run backwards: the last one frees most.
class OperatorOrderTest : public testing::Test {
protected:
  OperatorOrderTest() : model_("order") {}

  std::int32_t tensor(std::int32_t width = 4) { return model_.addTensor("t", kFloat, {width}); }

  // The order of the main subgraph where tensors have these bytes.
  std::vector<std::int32_t> order(const std::vector<std::uint64_t>& bytes) {
    const auto file = model::ModelFile::fromBytes(model_.finish(), "order.tflite");
    EXPECT_TRUE(file) << file.error().message;
    std::vector<PlannedBuffer> buffers;
    for (std::size_t t = 0; t < bytes.size(); ++t) {
      PlannedBuffer& buffer = buffers.emplace_back();
      buffer.index = BufferId(t);
      buffer.bytes = bytes[t];
    }
    planner::Effort effort;
    found_ = optimization::findOperatorOrder(file->graph(), buffers, effort);
    return found_.operators.front();
  }

  // The operators that read the large inputs come last; each would be better first.
  void addReader(std::int32_t in, std::int32_t out) { model_.addOperator(schema::BuiltinOperator_RELU, {in}, {out}); }

  generator::OptionsReference handle() {
    auto& builder = model_.flatbuffer();
    const auto container = builder.CreateString("");
    const auto name = builder.CreateString("v");
    return {schema::BuiltinOptions_VarHandleOptions, schema::CreateVarHandleOptions(builder, container, name).Union()};
  }

  ModelBuilder model_;
  optimization::OperatorOrder found_;
};

TEST_F(OperatorOrderTest, FreesLargeInputsFirst) {
  const auto small = tensor();
  const auto large = tensor();
  const auto a = tensor();
  const auto b = tensor();
  addReader(small, a);
  addReader(large, b);
  model_.setInputs({small, large});
  model_.setOutputs({a, b});
  EXPECT_EQ(order({16, 1024, 512, 16}), (std::vector<std::int32_t>{1, 0}));
  EXPECT_EQ(found_.lowerBound, 16 + 1024 + 16);
  EXPECT_FALSE(found_.isOriginal());
}

TEST_F(OperatorOrderTest, NothingCrossesAnOperatorThatCanEndTheInference) {
  const auto small = tensor();
  const auto large = tensor();
  const auto a = tensor();
  const auto b = tensor();
  const auto c = tensor();
  addReader(small, a);
  model_.addCustomOperator("CIRCULAR_BUFFER", {a}, {c});
  addReader(large, b);
  model_.setInputs({small, large});
  model_.setOutputs({a, b, c});
  EXPECT_EQ(order({16, 1024, 512, 16, 16}), (std::vector<std::int32_t>{0, 1, 2}));
  EXPECT_TRUE(found_.isOriginal());
}

TEST_F(OperatorOrderTest, StateIsReadAndWrittenInItsOrder) {
  const auto in = tensor();
  const auto large = tensor();
  const auto resource = model_.addTensor("handle", schema::TensorType_RESOURCE, {1});
  const auto first = tensor();
  const auto second = tensor();
  model_.addOperator(schema::BuiltinOperator_VAR_HANDLE, {}, {resource}, handle());
  model_.addOperator(schema::BuiltinOperator_READ_VARIABLE, {resource}, {first});
  model_.addOperator(schema::BuiltinOperator_ASSIGN_VARIABLE, {resource, in}, {});
  model_.addOperator(schema::BuiltinOperator_READ_VARIABLE, {resource}, {second});
  model_.addOperator(schema::BuiltinOperator_ASSIGN_VARIABLE, {resource, large}, {});
  model_.setInputs({in, large});
  model_.setOutputs({first, second});
  // The last one would be better first, and what was read first is large.
  EXPECT_EQ(order({16, 4096, 16, 1024, 1024}), (std::vector<std::int32_t>{0, 1, 2, 3, 4}));
}

TEST_F(OperatorOrderTest, UsersOfAVariableKeepTheirOrder) {
  const auto large = tensor();
  const auto state = model_.addTensor("state", kFloat, {4}, {}, true);
  const auto a = tensor();
  const auto b = tensor();
  model_.addOperator(schema::BuiltinOperator_ADD, {state, state}, {a});
  model_.addOperator(schema::BuiltinOperator_ADD, {state, large}, {b});
  model_.setInputs({large});
  model_.setOutputs({a, b});
  EXPECT_EQ(order({1024, 16, 512, 16}), (std::vector<std::int32_t>{0, 1}));
}

TEST_F(OperatorOrderTest, CallsOfTheSameSubgraphKeepTheirOrder) {
  for (const std::int32_t otherBranch : {1, 3}) {
    model_ = ModelBuilder("calls");
    const auto choice = model_.addTensor("choice", schema::TensorType_BOOL, {1});
    const auto small = tensor();
    const auto large = tensor();
    const auto a = tensor();
    const auto b = tensor();
    const auto call = [&](std::int32_t in, std::int32_t out, std::int32_t branch) {
      model_.addOperator(
          schema::BuiltinOperator_IF, {choice, in}, {out},
          {schema::BuiltinOptions_IfOptions, schema::CreateIfOptions(model_.flatbuffer(), branch, branch + 1).Union()});
    };
    call(small, a, 1);
    call(large, b, otherBranch);
    model_.setInputs({choice, small, large});
    model_.setOutputs({a, b});
    for (int subgraph = 0; subgraph < 4; ++subgraph) {
      model_.beginSubgraph();
      const auto in = tensor();
      const auto out = tensor();
      addReader(in, out);
      model_.setInputs({in});
      model_.setOutputs({out});
    }
    const bool same = otherBranch == 1;
    EXPECT_EQ(order({16, 16, 1024, 512, 16}),
              (same ? std::vector<std::int32_t>{0, 1} : std::vector<std::int32_t>{1, 0}));
  }
}

TEST_F(OperatorOrderTest, WhatIsCalledCountsWhereItIsCalled) {
  const auto choice = model_.addTensor("choice", schema::TensorType_BOOL, {1});
  const auto in = tensor();
  const auto a = tensor();
  const auto b = tensor();
  model_.addOperator(schema::BuiltinOperator_IF, {choice, in}, {a},
                     {schema::BuiltinOptions_IfOptions, schema::CreateIfOptions(model_.flatbuffer(), 1, 1).Union()});
  addReader(in, b);
  model_.setInputs({choice, in});
  model_.setOutputs({a, b});
  model_.beginSubgraph();
  const auto inner = tensor();
  const auto out = tensor();
  addReader(inner, out);
  model_.setInputs({inner});
  model_.setOutputs({out});
  // What the other operator leaves is better not there while the subgraph needs its 2,048 bytes: the order stays.
  EXPECT_EQ(order({16, 16, 16, 256, 1024, 1024}), (std::vector<std::int32_t>{0, 1}));
  EXPECT_EQ(found_.lowerBound, 16 + 16 + 16 + 2048);
}

TEST(ReorderedModelTest, HasTheSameOperatorsInTheirNewOrder) {
  const auto file = model::ModelFile::fromBytes(test::badlyOrderedModel(), "model.tflite");
  ASSERT_TRUE(file);
  const auto& before = *schema::GetModel(file->bytes().data())->subgraphs()->Get(0)->operators();
  std::vector<std::int32_t> order;
  for (std::uint32_t i = before.size(); i > 0; --i) order.push_back(static_cast<std::int32_t>(i) - 1);
  const auto bytes = rewrite::withOperatorOrder(file->bytes(), {order});
  const auto& after = *schema::GetModel(bytes.data())->subgraphs()->Get(0)->operators();
  ASSERT_EQ(after.size(), before.size());
  for (std::uint32_t i = 0; i < after.size(); ++i)
    EXPECT_EQ(after.Get(i)->outputs()->Get(0), before.Get(before.size() - 1 - i)->outputs()->Get(0));
  EXPECT_EQ(rewrite::withOperatorOrder(bytes, {order}),
            std::vector<std::uint8_t>(file->bytes().begin(), file->bytes().end()));
}

} // namespace
} // namespace arenascope::optimization

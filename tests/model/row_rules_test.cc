#include "core/model/rewrite/row_rules.h"

#include <gtest/gtest.h>

#include "core/model/load/graph_reader.h"
#include "resources/generator/model_builder.h"

namespace arenascope::rewrite {
namespace {

using generator::ModelBuilder;

// One operator on an input of 9 rows, 5 columns and 2 channels.
struct OneOperator {
  ModelBuilder builder{"rows"};
  std::int32_t in = builder.addTensor("in", schema::TensorType_INT8, {1, 9, 5, 2});

  std::int32_t out(const std::vector<std::int32_t>& shape) {
    return builder.addTensor("out", schema::TensorType_INT8, shape);
  }
  std::optional<RowRule> rule() {
    builder.setInputs({in});
    bytes_ = builder.finish();
    const Result<model::Graph> graph = model::readGraph(bytes_);
    return rowRuleOf(*graph, graph->main().operators.front());
  }

private:
  std::vector<std::uint8_t> bytes_;
};

void pool(OneOperator& one, schema::BuiltinOperator code, schema::Padding padding, std::int32_t rows,
          std::int32_t columns) {
  auto& flatbuffer = one.builder.flatbuffer();
  const auto options = schema::CreatePool2DOptions(flatbuffer, padding, 1, 2, 1, 3);
  one.builder.addOperator(code, {one.in}, {one.out({1, rows, columns, 2})},
                          {schema::BuiltinOptions_Pool2DOptions, options.Union()});
}

// A window of 3 rows, two rows apart: rows 1 and 2 of the output come of rows 2 to 6.
TEST(RowRulesTest, AWindowNeedsItsRows) {
  OneOperator one;
  pool(one, schema::BuiltinOperator_MAX_POOL_2D, schema::Padding_VALID, 4, 5);
  const auto rule = one.rule();
  ASSERT_TRUE(rule);
  EXPECT_EQ(rule->kind, RowRule::Kind::kWindow);
  EXPECT_EQ(rule->needed({1, 3}), (Rows{2, 7}));
  EXPECT_FALSE(rule->borders.any());
}

// With SAME one row is missing above and one below: (5 - 1) * 2 + 3 - 9 = 2.
TEST(RowRulesTest, ABorderIsWhereTheWindowReachesBeyond) {
  OneOperator one;
  pool(one, schema::BuiltinOperator_MAX_POOL_2D, schema::Padding_SAME, 5, 5);
  const auto rule = one.rule();
  ASSERT_TRUE(rule);
  EXPECT_EQ(rule->borders.top, 1);
  EXPECT_EQ(rule->borders.bottom, 1);
  EXPECT_EQ(rule->needed({0, 1}), (Rows{-1, 2})) << "as if the input had no end";
}

TEST(RowRulesTest, WhatCannotBeCutHasNone) {
  OneOperator average;
  pool(average, schema::BuiltinOperator_AVERAGE_POOL_2D, schema::Padding_SAME, 5, 5);
  EXPECT_FALSE(average.rule()) << "it counts what lies within";
  OneOperator inner;
  pool(inner, schema::BuiltinOperator_AVERAGE_POOL_2D, schema::Padding_VALID, 4, 5);
  EXPECT_TRUE(inner.rule());
  OneOperator other;
  pool(other, schema::BuiltinOperator_MAX_POOL_2D, schema::Padding_VALID, 5, 5);
  EXPECT_FALSE(other.rule()) << "a shape that these options do not make";
  OneOperator softmax;
  softmax.builder.addOperator(schema::BuiltinOperator_SOFTMAX, {softmax.in}, {softmax.out({1, 9, 5, 2})});
  EXPECT_FALSE(softmax.rule());
}

TEST(RowRulesTest, ElementByElementRowsAreTheSame) {
  OneOperator one;
  one.builder.addOperator(schema::BuiltinOperator_RELU, {one.in}, {one.out({1, 9, 5, 2})});
  const auto rule = one.rule();
  ASSERT_TRUE(rule);
  EXPECT_EQ(rule->needed({3, 5}), (Rows{3, 5}));
}

TEST(RowRulesTest, AHullHoldsBoth) {
  EXPECT_EQ(hull({1, 3}, {5, 6}), (Rows{1, 6}));
  EXPECT_EQ(hull({1, 3}, {9, 9}), (Rows{1, 3})) << "an empty one adds nothing";
  EXPECT_EQ(hull({0, 0}, {2, 4}), (Rows{2, 4}));
}

} // namespace
} // namespace arenascope::rewrite

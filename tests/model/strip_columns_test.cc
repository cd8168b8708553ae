// Strips whose operators run once for each of several parts side by side.
#include "core/model/rewrite/strip_columns.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/model/load/model_file.h"
#include "core/model/rewrite/strip_writer.h"
#include "resources/generator/layer_builder.h"
#include "tests/support/test_models.h"

namespace arenascope::model {
namespace {

TEST(StripColumnsTest, OperatorsRunOnceForEachPartOfAStrip) {
  generator::LayerBuilder layers("wide", 5);
  auto now = layers.input({1, 12, 15, 2});
  now = layers.convolution(now, 3, {1, 1}, true);
  now = layers.convolution(now, 24, {1, 1}, true);
  now = layers.depthwise(now, {3, 3});
  const std::vector<std::uint8_t> model = layers.finish(now);
  const Result<ModelFile> file = ModelFile::fromBytes(model, "wide.tflite");
  ASSERT_TRUE(file);
  const Graph& graph = file->graph();
  const rewrite::StripCut how{.region = {0, 2},
                              .strips = 6,
                              .shared = true,
                              .edges = rewrite::StripCut::Edges::kTogether,
                              .columns = 2,
                              .columnsFrom = 1};
  const auto changed = rewrite::cutIntoStrips(graph, {how});
  ASSERT_TRUE(changed);
  ASSERT_EQ(changed->bodies.size(), 2U); // the edges, and those between them
  for (const rewrite::StripBody& body : changed->bodies) {
    const auto count = [&body](std::int32_t original) {
      return std::ranges::count_if(body.operators, [&](const auto& op) { return op.original == original; });
    };
    EXPECT_EQ(count(0), 1);
    EXPECT_EQ(count(1), 2);
    EXPECT_EQ(count(2), 2);
    for (const rewrite::GraphOperator& op : body.operators) {
      if (op.original != 1) continue;
      const std::size_t output = static_cast<std::size_t>(op.outputs[0]) - graph.main().tensors.size();
      EXPECT_LE(body.tensors[output].shape[2], 9) << "of 15 columns each part needs one of its neighbour's";
    }
  }
  const run::RunTrace given = test::hostRun(rewrite::withGraph(model, *changed), 1 << 20);
  EXPECT_FALSE(given.error) << given.error->message;
  EXPECT_EQ(given.outputs, test::hostRun(model, 1 << 20).outputs);
}

TEST(StripColumnsTest, WhatHasFewerColumnsCannotBeSplit) {
  generator::LayerBuilder layers("narrow", 5);
  auto now = layers.input({1, 12, 2, 2});
  now = layers.convolution(now, 3, {1, 1}, true);
  now = layers.convolution(now, 4, {1, 1}, true);
  const std::vector<std::uint8_t> model = layers.finish(now);
  const Result<ModelFile> file = ModelFile::fromBytes(model, "narrow.tflite");
  ASSERT_TRUE(file);
  rewrite::StripCut how{.region = {0, 1},
                        .strips = 6,
                        .shared = true,
                        .edges = rewrite::StripCut::Edges::kLikeAll,
                        .columns = 2,
                        .columnsFrom = 0};
  EXPECT_TRUE(rewrite::cutIntoStrips(file->graph(), {how}));
  how.columns = 3;
  EXPECT_FALSE(rewrite::cutIntoStrips(file->graph(), {how}));
}

} // namespace
} // namespace arenascope::model

// Models without PADs: which of them go, and what convolutions are then.
#include "core/model/rewrite/folded_pads.h"

#include <gmock/gmock.h>

#include "core/model/load/model_file.h"
#include "core/model/rewrite/strip_writer.h"
#include "resources/generator/layer_builder.h"
#include "tests/support/test_models.h"

namespace arenascope::rewrite {
namespace {

using generator::Activations;
using generator::LayerBuilder;
using generator::Window;
using testing::ElementsAre;

// A convolution behind a PAD.
struct Padded {
  explicit Padded(const generator::Padding& around, const Window& window, std::int32_t size = 12)
      : file(test::fileOf(bytesOf(around, window, size))) {}

  static std::vector<std::uint8_t> bytesOf(const generator::Padding& around, const Window& window, std::int32_t size) {
    LayerBuilder layers("padded", 3);
    const Activations in = layers.input({1, size, size, 2});
    return layers.finish(layers.convolution(layers.pad(in, around), 4, window, true));
  }

  std::optional<FoldedPads> folded(bool largerFilters = false) const {
    return foldPads(file.graph(), {.largerFilters = largerFilters});
  }
  // With what was folded.
  model::ModelFile written(const FoldedPads& pads) const { return test::fileOf(withGraph(file.bytes(), pads.graph)); }

  model::ModelFile file;
};

model::Window::Padding paddingOf(const model::Operator& op) { return std::get<model::Window>(op.options).padding; }

TEST(FoldedPadsTest, SameAddsWhatThePadAdded) {
  const Padded model({1, 1, 1, 1}, {3, 3, 1, false});
  const auto folded = model.folded();
  ASSERT_TRUE(folded);
  EXPECT_THAT(folded->numbers, ElementsAre(1));
  EXPECT_THAT(folded->byZeros, testing::IsEmpty());
  const model::ModelFile written = model.written(*folded);
  ASSERT_EQ(written.graph().main().operators.size(), 1U);
  const model::Operator& op = written.graph().main().operators.front();
  EXPECT_TRUE(op.isBuiltin("CONV_2D"));
  EXPECT_EQ(paddingOf(op), model::Window::Padding::kSame);
  EXPECT_EQ(op.inputs[0], written.graph().main().inputs[0]);
}

// SAME puts the larger half behind: Keras pads so in front of a stride of two.
TEST(FoldedPadsTest, SidesNeedNotBeAlike) {
  EXPECT_TRUE(Padded({0, 1, 0, 1}, {3, 3, 2, false}).folded());
  EXPECT_FALSE(Padded({1, 0, 1, 0}, {3, 3, 2, false}).folded());
  EXPECT_TRUE(Padded({1, 1, 0, 1}, {3, 4, 1, false}, 13).folded() == std::nullopt) << "columns: SAME adds one in front";
}

TEST(FoldedPadsTest, AFilterWithZerosBehindItHasTheBordersInFront) {
  const Padded model({1, 1, 1, 1}, {3, 3, 2, false});
  EXPECT_FALSE(model.folded()) << "SAME adds nothing in front here";
  const auto folded = model.folded(true);
  ASSERT_TRUE(folded);
  EXPECT_THAT(folded->byZeros, ElementsAre(0));
  const model::Graph& before = model.file.graph();
  const model::ModelFile written = model.written(*folded);
  const model::Graph& after = written.graph();
  const auto filterOf = [](const model::Graph& graph) -> const model::Tensor& {
    return graph.main().tensors[static_cast<std::size_t>(graph.main().operators.back().inputs[1])];
  };
  const model::Tensor& filter = filterOf(after);
  EXPECT_THAT(filter.shape, ElementsAre(4, 4, 4, 2));
  EXPECT_THAT(filter.quantization.scales, testing::ElementsAreArray(filterOf(before).quantization.scales));
  const auto old = before.bytesOf(filterOf(before).constant);
  const auto data = after.bytesOf(filter.constant);
  for (std::size_t n = 0; n < 4; ++n)
    for (std::size_t row = 0; row < 4; ++row)
      for (std::size_t column = 0; column < 4; ++column)
        for (std::size_t c = 0; c < 2; ++c) {
          const bool isOld = row < 3 && column < 3;
          EXPECT_EQ(data[((n * 4 + row) * 4 + column) * 2 + c],
                    isOld ? old[((n * 3 + row) * 3 + column) * 2 + c] : std::uint8_t{0});
        }
}

TEST(FoldedPadsTest, WhatAddsNothingGoesBeforeAnyOperator) {
  LayerBuilder layers("nothing", 3);
  const Activations in = layers.input({1, 6, 6, 2});
  const Activations padded = layers.pad(in, {});
  const model::ModelFile file = test::fileOf(layers.finish(layers.add(padded, padded)));
  const auto folded = foldPads(file.graph(), {});
  ASSERT_TRUE(folded);
  EXPECT_THAT(folded->numbers, ElementsAre(1));
  EXPECT_THAT(folded->graph.operators.front().inputs, ElementsAre(in.tensor, in.tensor));
}

TEST(FoldedPadsTest, OthersStay) {
  EXPECT_FALSE(Padded({2, 2, 2, 2}, {3, 3, 1, false}).folded(true)) << "more than the filter reaches";
  EXPECT_FALSE(Padded({1, 1, 1, 1}, {3, 3, 1, true}).folded(true)) << "the convolution adds its own";
  LayerBuilder output("output", 3);
  const model::ModelFile last = test::fileOf(output.finish(output.pad(output.input({1, 6, 6, 2}), {})));
  EXPECT_FALSE(foldPads(last.graph(), {.largerFilters = true})) << "the model's output";
  LayerBuilder twice("twice", 3);
  const Activations padded = twice.pad(twice.input({1, 6, 6, 2}), {1, 1, 1, 1});
  const Activations conv = twice.convolution(padded, 2, {1, 1, 1, false}, true);
  const model::ModelFile both = test::fileOf(twice.finish(twice.add(conv, padded)));
  EXPECT_FALSE(foldPads(both.graph(), {.largerFilters = true})) << "another operator reads the borders";
  const Padded named({1, 1, 1, 1}, {3, 3, 1, false});
  EXPECT_FALSE(foldPads(named.file.graph(), {.kept = {0}})) << "it was asked to stay";
}

} // namespace
} // namespace arenascope::rewrite

// Graphs that are computed by strips give what they gave before, bit for bit: random networks, cut everywhere.
#include "core/model/load/model_file.h"
#include "core/model/rewrite/regions.h"
#include "core/model/rewrite/strips.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <numeric>
#include <random>
#include <set>

#include "core/model/graph/views.h"
#include "core/model/load/graph_reader.h"
#include "core/model/rewrite/main_graph.h"
#include "core/model/rewrite/regions.h"
#include "core/model/rewrite/strip_needs.h"
#include "core/model/rewrite/strip_writer.h"
#include "resources/generator/layer_builder.h"
#include "tests/support/test_models.h"

namespace arenascope::model {
namespace {

using generator::bytesOf;
using generator::ModelBuilder;
using generator::Quantization;

constexpr std::uint64_t kAmpleArena = 1 << 20; // bytes of arena

Graph modelOf(const std::vector<std::uint8_t>& bytes) { return *readGraph(bytes); }

std::vector<std::uint8_t> cut(const std::vector<std::uint8_t>& model, const std::vector<rewrite::StripCut>& cuts) {
  const auto graph = rewrite::cutIntoStrips(modelOf(model), cuts);
  return graph ? rewrite::withGraph(model, *graph) : std::vector<std::uint8_t>();
}

// A network of layers whose kinds, windows and borders are left to chance; int8 or int16.
class RandomNetwork {
public:
  explicit RandomNetwork(std::uint32_t seed)
      : random_(seed), wide_(seed % 4 == 3), type_(wide_ ? schema::TensorType_INT16 : schema::TensorType_INT8) {}

  std::vector<std::uint8_t> build() {
    std::int32_t now = activations({1, 9 + pick(12), 5 + pick(8), 1 + pick(4)});
    model_.setInputs({now});
    for (int i = 0; i < 5; ++i) now = layer(now);
    model_.setOutputs({now});
    return model_.finish();
  }

private:
  std::int32_t pick(int below) { return static_cast<std::int32_t>(random_() % static_cast<unsigned>(below)); }

  std::int32_t activations(const std::vector<std::int32_t>& shape) {
    const std::int32_t tensor =
        model_.addTensor("t" + std::to_string(shapes_.size()), type_, shape, {{0.05F}, {wide_ ? 0 : 7}, 0});
    shapes_[tensor] = shape;
    return tensor;
  }

  std::int32_t layer(std::int32_t from) {
    switch (pick(6)) {
    case 0: return filtered(from, true);
    case 1: return pooled(from);
    case 2: return bordered(from);
    case 3: return residual(from);
    default: return filtered(from, false);
    }
  }

  static std::int32_t outputSize(std::int32_t input, std::int32_t window, std::int32_t stride, bool same) {
    return same ? (input + stride - 1) / stride : (input - window) / stride + 1;
  }

  std::int32_t filtered(std::int32_t from, bool depthwise, bool keepsShape = false) {
    const std::vector<std::int32_t> in = shapes_.at(from);
    const std::int32_t kernel[2] = {1 + pick(4), 1 + pick(3)};
    const std::int32_t stride = keepsShape ? 1 : 1 + pick(2);
    const std::int32_t dilation = stride == 1 ? 1 + pick(2) : 1;
    const bool fits = (kernel[0] - 1) * dilation + 1 <= in[1] && (kernel[1] - 1) * dilation + 1 <= in[2];
    const bool same = keepsShape || !fits || pick(3) > 0;
    const std::int32_t channels = keepsShape || depthwise ? in[3] : 1 + pick(5);
    const std::int32_t depth = depthwise ? 1 : in[3];
    std::vector<std::int8_t> weights(static_cast<std::size_t>(channels * kernel[0] * kernel[1] * depth));
    for (std::int8_t& weight : weights) weight = static_cast<std::int8_t>(pick(255) - 127);
    const Quantization scales{std::vector<float>(static_cast<std::size_t>(channels), 0.01F),
                              std::vector<std::int64_t>(static_cast<std::size_t>(channels)), depthwise ? 3 : 0};
    const std::int32_t filter = model_.addConstant("w", schema::TensorType_INT8,
                                                   depthwise ? std::vector{1, kernel[0], kernel[1], channels}
                                                             : std::vector{channels, kernel[0], kernel[1], depth},
                                                   bytesOf(weights), scales);
    std::vector<std::int32_t> out = in;
    for (const std::size_t d : {1U, 2U}) out[d] = outputSize(in[d], (kernel[d - 1] - 1) * dilation + 1, stride, same);
    out[3] = channels;
    const std::int32_t result = activations(out);
    auto& builder = model_.flatbuffer();
    const auto padding = same ? schema::Padding_SAME : schema::Padding_VALID;
    const auto relu = pick(2) == 0 ? schema::ActivationFunctionType_RELU : schema::ActivationFunctionType_NONE;
    if (depthwise)
      model_.addOperator(
          schema::BuiltinOperator_DEPTHWISE_CONV_2D, {from, filter, -1}, {result},
          {schema::BuiltinOptions_DepthwiseConv2DOptions,
           schema::CreateDepthwiseConv2DOptions(builder, padding, stride, stride, 1, relu, dilation, dilation)
               .Union()});
    else
      model_.addOperator(
          schema::BuiltinOperator_CONV_2D, {from, filter, -1}, {result},
          {schema::BuiltinOptions_Conv2DOptions,
           schema::CreateConv2DOptions(builder, padding, stride, stride, relu, dilation, dilation).Union()});
    return result;
  }

  std::int32_t pooled(std::int32_t from) {
    const std::vector<std::int32_t> in = shapes_.at(from);
    const bool largest = pick(2) == 0;
    const bool same = largest && pick(2) == 0;
    const std::int32_t size = std::min({2 + pick(2), in[1], in[2]});
    const std::int32_t stride = 1 + pick(2);
    const std::int32_t result =
        activations({1, outputSize(in[1], size, stride, same), outputSize(in[2], size, stride, same), in[3]});
    model_.addOperator(
        largest ? schema::BuiltinOperator_MAX_POOL_2D : schema::BuiltinOperator_AVERAGE_POOL_2D, {from}, {result},
        {schema::BuiltinOptions_Pool2DOptions,
         schema::CreatePool2DOptions(model_.flatbuffer(), same ? schema::Padding_SAME : schema::Padding_VALID, stride,
                                     stride, size, size)
             .Union()});
    return result;
  }

  std::int32_t bordered(std::int32_t from) {
    std::vector<std::int32_t> shape = shapes_.at(from);
    const std::vector<std::int32_t> around = {0, 0, pick(3), pick(3), pick(2), pick(2), 0, 0};
    shape[1] += around[2] + around[3];
    shape[2] += around[4] + around[5];
    const std::int32_t borders = model_.addConstant("p", schema::TensorType_INT32, {4, 2}, bytesOf(around));
    const std::int32_t result = activations(shape);
    model_.addOperator(schema::BuiltinOperator_PAD, {from, borders}, {result},
                       {schema::BuiltinOptions_PadOptions, schema::CreatePadOptions(model_.flatbuffer()).Union()});
    return result;
  }

  std::int32_t residual(std::int32_t from) {
    const std::int32_t branch = filtered(from, pick(2) == 0, true);
    const std::int32_t result = activations(shapes_.at(from));
    model_.addOperator(schema::BuiltinOperator_ADD, {from, branch}, {result},
                       {schema::BuiltinOptions_AddOptions, schema::CreateAddOptions(model_.flatbuffer()).Union()});
    return result;
  }

  std::mt19937 random_;
  bool wide_;
  schema::TensorType type_;
  ModelBuilder model_{"random"};
  std::map<std::int32_t, std::vector<std::int32_t>> shapes_; // of activations
};

void expectSameOutputs(const std::vector<std::uint8_t>& changed, const run::RunTrace& expected) {
  const run::RunTrace given = test::hostRun(changed, kAmpleArena);
  EXPECT_FALSE(given.error) << given.error->message;
  EXPECT_EQ(given.outputs, expected.outputs);
}

class RandomStripsTest : public testing::TestWithParam<std::uint32_t> {
protected:
  // Of a region's output.
  std::int32_t heightOf(const rewrite::Region& region) const {
    return rewrite::heightOf(read_.tensor(read_.outputOf(region.last)));
  }
  // The model gives the same outputs where it can be cut so.
  void expectSameOutputsIfCut(const rewrite::StripCut& how) const {
    SCOPED_TRACE(testing::Message() << how.region.first << " to " << how.region.last << " in " << how.strips
                                    << ", columns from " << how.columnsFrom);
    if (const auto changed = rewrite::cutIntoStrips(graph_, {how}))
      expectSameOutputs(rewrite::withGraph(model_, *changed), expected_);
  }

  const std::vector<std::uint8_t> model_ = RandomNetwork(GetParam()).build();
  const Graph graph_ = modelOf(model_);
  const rewrite::MainGraph read_{graph_};
  const run::RunTrace expected_ = test::hostRun(model_, kAmpleArena);
};
INSTANTIATE_TEST_SUITE_P(Seeds, RandomStripsTest, testing::Range(1U, 61U));

TEST_P(RandomStripsTest, GiveTheSameOutputs) {
  ASSERT_FALSE(expected_.error) << expected_.error->message;
  const std::vector<rewrite::Region> regions = rewrite::regionsOf(graph_);
  ASSERT_FALSE(regions.empty());
  int compared = 0;
  for (const rewrite::Region& region : regions)
    for (const std::int32_t strips : {2, 3, 5, 8, -3, -5, -8}) { // negative: those that are alike share a subgraph
      const rewrite::StripCut how{region, std::abs(strips), (std::abs(strips) + region.first) % 2 == 1, strips < 0};
      SCOPED_TRACE(testing::Message() << region.first << " to " << region.last << " in " << strips);
      const std::vector<std::uint8_t> changed = cut(model_, {how});
      if (changed.empty()) continue; // fewer rows than strips, or one of border alone
      const auto file = ModelFile::fromBytes(changed, "strips.tflite");
      ASSERT_TRUE(file) << file.error().message;
      expectSameOutputs(changed, expected_);
      ++compared;
    }
  EXPECT_GT(compared, 0);
}

using Edges = rewrite::StripCut::Edges;

// Rows beyond the image are computed as well, and then are what a border holds.
TEST_P(RandomStripsTest, GiveTheSameOutputsWhereEdgesAreLikeOthers) {
  for (const rewrite::Region& region : rewrite::regionsOf(graph_)) {
    const auto last =
        static_cast<std::size_t>(graph_.main().operators[static_cast<std::size_t>(region.last)].outputs.front());
    const std::int32_t height = graph_.main().tensors[last].shape[1];
    for (std::int32_t strips = 2; strips <= height; ++strips)
      for (const Edges edges : {Edges::kTogether, Edges::kLikeAll}) {
        const rewrite::StripCut how{
            .region = region, .strips = strips, .fromEnd = strips % 2 == 1, .shared = true, .edges = edges};
        SCOPED_TRACE(testing::Message() << region.first << " to " << region.last << " in " << strips);
        const auto changed = rewrite::cutIntoStrips(graph_, {how});
        if (height % strips != 0) {
          EXPECT_FALSE(changed);
        }
        if (!changed) continue; // also where values of 16 bits would have to be chosen
        EXPECT_LE(changed->bodies.size(), edges == Edges::kLikeAll ? 1U : 2U);
        expectSameOutputs(rewrite::withGraph(model_, *changed), expected_);
      }
  }
}

// Rows are computed once, and passed on from strip to strip.
TEST_P(RandomStripsTest, GiveTheSameOutputsWhereRowsArePassedOn) {
  for (const rewrite::Region& region : rewrite::regionsOf(graph_)) {
    const std::int32_t height = heightOf(region);
    for (const std::int32_t strips : std::set{2, 3, height / 2, height}) {
      const rewrite::StripCut how{.region = region,
                                  .strips = strips,
                                  .shared = true,
                                  .edges = strips % 2 == 0 ? Edges::kLikeAll : Edges::kTogether,
                                  .passesFrom = region.first};
      expectSameOutputsIfCut(how);
    }
  }
}

// From any operator on, in strips of few rows.
TEST_P(RandomStripsTest, GiveTheSameOutputsInPartsSideBySide) {
  for (const rewrite::Region& region : rewrite::regionsOf(graph_)) {
    const std::int32_t height = heightOf(region);
    if (height % 2 != 0) continue;
    for (std::int32_t from = region.first; from <= region.last; ++from) {
      const rewrite::StripCut how{.region = region,
                                  .strips = from % 2 == 0 ? 2 : height,
                                  .shared = true,
                                  .edges = Edges::kLikeAll,
                                  .columns = 2 + from % 2,
                                  .columnsFrom = from};
      expectSameOutputsIfCut(how);
    }
  }
}

// Networks as people have them: regions that begin at the first operators, and those around each residual.
TEST(StripsTest, SampleModelsGiveTheSameOutputs) {
  for (const char* name : {"edge_detector", "image_classifier", "keyword_spotter", "person_detector"}) {
    const std::string text = test::readText(test::sampleModel(name));
    const std::vector<std::uint8_t> model(text.begin(), text.end());
    const run::RunTrace expected = test::hostRun(model, kAmpleArena);
    for (const rewrite::Region& region : rewrite::regionsOf(modelOf(model))) {
      if (region.first > 1 && region.last - region.first != 3) continue;
      SCOPED_TRACE(testing::Message() << name << ", " << region.first << " to " << region.last);
      const std::vector<std::uint8_t> changed = cut(model, {{region, 2 + region.last % 3, region.last % 2 == 1}});
      if (changed.empty()) continue;
      expectSameOutputs(changed, expected);
    }
  }
}

// What is computed again and again is prepared once: two different edges, and all strips between them.
TEST(StripsTest, StripsThatAreAlikeShareASubgraph) {
  generator::LayerBuilder layers("deep", 5);
  auto now = layers.input({1, 48, 16, 2});
  now = layers.convolution(now, 8, {3, 3}, true);
  now = layers.depthwise(now, {3, 3});
  const std::vector<std::uint8_t> model = layers.finish(now);
  const auto expected = test::hostRun(model, kAmpleArena);
  const rewrite::StripCut plain{{0, 1}, 24};
  const rewrite::StripCut shared{{0, 1}, 24, true, true};
  const auto graph = rewrite::cutIntoStrips(modelOf(model), {shared});
  ASSERT_TRUE(graph);
  EXPECT_EQ(graph->bodies.size(), 1U);
  EXPECT_EQ(std::ranges::count_if(graph->operators, [](const auto& op) { return op.body == 0; }), 22);
  EXPECT_EQ(std::ranges::count_if(graph->operators, [](const auto& op) { return op.isChanged; }), 4);
  const auto parts = rewrite::partsOf(modelOf(model), shared);
  ASSERT_TRUE(parts);
  EXPECT_EQ(parts->bodies.size(), 3U);
  ASSERT_EQ(parts->inputs.size(), 1U);
  const std::vector<std::int64_t>& reads = parts->inputs.front().lastReads;
  EXPECT_EQ(std::accumulate(reads.begin(), reads.end(), std::int64_t{0}), 48 * 16 * 2);
  const auto tailOf = [](const run::RunTrace& trace) {
    std::uint64_t bytes = 0;
    for (const trace::Event& event : trace.allocations)
      if (event.section == trace::Section::kTail) bytes += event.bytes;
    return bytes;
  };
  const auto plainRun = test::hostRun(cut(model, {plain}), kAmpleArena);
  const auto sharedRun = test::hostRun(cut(model, {shared}), kAmpleArena);
  EXPECT_FALSE(sharedRun.error) << sharedRun.error->message;
  EXPECT_EQ(plainRun.outputs, expected.outputs);
  EXPECT_EQ(sharedRun.outputs, expected.outputs);
  EXPECT_LT(tailOf(sharedRun), tailOf(plainRun));
  EXPECT_FALSE(rewrite::cutIntoStrips(modelOf(model), {{{0, 1}, 23, false, true}})) << "all but the last are alike";
}

// Windows of neighbours overlap at each layer. What is passed on from strip to strip is computed once.
TEST(StripsTest, RowsThatArePassedOnAreComputedOnce) {
  generator::LayerBuilder layers("deep", 5);
  auto now = layers.input({1, 48, 16, 2});
  for (const int channels : {8, 4, 8}) now = layers.convolution(now, channels, {3, 3}, true);
  const std::vector<std::uint8_t> model = layers.finish(now);
  const Graph graph = modelOf(model);
  rewrite::StripCut how{.region = {0, 2}, .strips = 12, .shared = true, .edges = Edges::kLikeAll};
  EXPECT_EQ(rewrite::operatorsThatPass(graph, how.region), (std::vector<std::int32_t>{0, 1}));
  // By operator, in each strip.
  const auto rowsOf = [&] {
    const auto parts = rewrite::partsOf(graph, how);
    std::vector<std::int32_t> rows;
    for (const rewrite::GraphOperator& op : parts->bodies.front().operators)
      if (op.original >= 0)
        rows.push_back(parts->bodies.front()
                           .tensors[static_cast<std::size_t>(op.outputs.front()) - graph.main().tensors.size()]
                           .shape[1]);
    return rows;
  };
  EXPECT_EQ(rowsOf(), (std::vector<std::int32_t>{8, 6, 4}));
  how.passesFrom = 1;
  EXPECT_EQ(rowsOf(), (std::vector<std::int32_t>{6, 4, 4})) << "of the first layer's output two rows again";
  how.passesFrom = 0;
  EXPECT_EQ(rowsOf(), (std::vector<std::int32_t>{4, 4, 4}));
  const auto parts = rewrite::partsOf(graph, how);
  EXPECT_EQ(parts->passed, 2U);
  EXPECT_EQ(parts->passedBytes, 2 * 16 * (8 + 4)) << "two rows of each";
  EXPECT_EQ(parts->unused, 1U) << "it computes the rows that the first strip is passed";
  EXPECT_EQ(parts->bodyOf.size(), 13U);
  const auto changed = rewrite::cutIntoStrips(graph, {how});
  ASSERT_TRUE(changed);
  EXPECT_EQ(changed->bodies.size(), 1U);
  EXPECT_EQ(test::hostRun(rewrite::withGraph(model, *changed), kAmpleArena).outputs,
            test::hostRun(model, kAmpleArena).outputs);
  how.fromEnd = true;
  EXPECT_FALSE(rewrite::cutIntoStrips(graph, {how})) << "the strip before is not there yet";
  how.fromEnd = false;
  how.edges = Edges::kSeparate;
  EXPECT_FALSE(rewrite::cutIntoStrips(graph, {how}));
}

TEST(StripsTest, SeveralRegionsAndParts) {
  generator::LayerBuilder layers("two regions", 5);
  auto now = layers.input({1, 24, 8, 2});
  now = layers.convolution(now, 8, {3, 3}, true);
  now = layers.depthwise(now, {3, 3});
  now = layers.convolution(now, 8, {1, 1}, true);
  now = layers.depthwise(now, {3, 3, 2});
  const std::vector<std::uint8_t> model = layers.finish(now);
  const std::vector<std::uint8_t> changed = cut(model, {{{0, 1}, 3}, {{2, 3}, 2, true}});
  ASSERT_FALSE(changed.empty());
  EXPECT_EQ(test::hostRun(changed, kAmpleArena).outputs, test::hostRun(model, kAmpleArena).outputs);
  // What is split and joined by rows has its place in the whole: input, output of the first region, output of all.
  std::map<std::int32_t, int> members;
  for (const View& view : viewsOf(modelOf(changed))) ++members[view.whole];
  EXPECT_EQ(std::ranges::count_if(members, [](const auto& each) { return each.second > 2; }), 3);
}

// An image with a plane for each channel, as networks from PyTorch have it, is not turned as a whole, and strips that
// the next ones read are not joined.
TEST(StripsTest, PlanesAreReadByRowsAndStripsStayApart) {
  ModelBuilder builder("planes");
  const Quantization scale{{0.05F}, {7}, 0};
  const auto tensor = [&](const char* name, const std::vector<std::int32_t>& shape) {
    return builder.addTensor(name, schema::TensorType_INT8, shape, scale);
  };
  const std::int32_t planes = tensor("planes", {1, 3, 32, 16});
  const std::int32_t image = tensor("image", {1, 32, 16, 3});
  const std::int32_t pooled = tensor("pooled", {1, 16, 8, 3});
  const std::int32_t bordered = tensor("bordered", {1, 18, 10, 3});
  const std::int32_t last = tensor("last", {1, 16, 8, 3});
  const auto pool = [&](std::int32_t from, std::int32_t to, std::int32_t size, std::int32_t stride,
                        schema::Padding padding) {
    builder.addOperator(
        schema::BuiltinOperator_MAX_POOL_2D, {from}, {to},
        {schema::BuiltinOptions_Pool2DOptions,
         schema::CreatePool2DOptions(builder.flatbuffer(), padding, stride, stride, size, size).Union()});
  };
  const std::int32_t order =
      builder.addConstant("order", schema::TensorType_INT32, {4}, bytesOf(std::vector<std::int32_t>{0, 2, 3, 1}));
  builder.addOperator(schema::BuiltinOperator_TRANSPOSE, {planes, order}, {image});
  pool(image, pooled, 3, 2, schema::Padding_SAME);
  const std::int32_t borders = builder.addConstant("borders", schema::TensorType_INT32, {4, 2},
                                                   bytesOf(std::vector<std::int32_t>{0, 0, 1, 1, 1, 1, 0, 0}));
  builder.addOperator(schema::BuiltinOperator_PAD, {pooled, borders}, {bordered},
                      {schema::BuiltinOptions_PadOptions, schema::CreatePadOptions(builder.flatbuffer()).Union()});
  pool(bordered, last, 3, 1, schema::Padding_VALID);
  builder.setInputs({planes});
  builder.setOutputs({last});
  const std::vector<std::uint8_t> model = builder.finish();
  const auto expected = test::hostRun(model, kAmpleArena);
  ASSERT_FALSE(expected.error) << expected.error->message;
  const auto cutWith = [](std::int32_t first, std::int32_t end, std::int32_t strips, bool apart) {
    return rewrite::StripCut{
        .region = {first, end}, .strips = strips, .shared = true, .edges = Edges::kTogether, .apart = apart};
  };
  const auto equals = [&](const std::vector<rewrite::StripCut>& cuts) {
    const std::vector<std::uint8_t> changed = cut(model, cuts);
    ASSERT_FALSE(changed.empty());
    const auto given = test::hostRun(changed, kAmpleArena);
    EXPECT_FALSE(given.error) << given.error->message;
    EXPECT_EQ(given.outputs, expected.outputs);
    const std::vector<View> views = viewsOf(modelOf(changed));
    EXPECT_GT(std::ranges::count_if(views, [](const View& view) { return view.whole == 0; }), 3) << "of the input";
  };
  const auto parts = rewrite::partsOf(modelOf(model), cutWith(0, 1, 8, false));
  ASSERT_TRUE(parts);
  const std::vector<std::int64_t>& reads = parts->inputs.front().lastReads;
  EXPECT_EQ(std::accumulate(reads.begin(), reads.end(), std::int64_t{0}), 3 * 32 * 16);
  equals({cutWith(0, 1, 8, false)});
  equals({cutWith(0, 3, 8, false)});
  equals({cutWith(0, 1, 8, true), cutWith(2, 3, 4, false)});
  EXPECT_TRUE(cut(model, {{{0, 1}, 8}}).empty()) << "no separate edges";
  EXPECT_TRUE(cut(model, {cutWith(0, 1, 8, true)}).empty()) << "nothing reads the strips";
  EXPECT_TRUE(cut(model, {cutWith(0, 1, 8, true), {{2, 3}, 4}}).empty());
}

// The weights are there once, and whatever the model has beside the main graph stays.
TEST(StripsTest, AddLittleToTheFile) {
  const std::string text = test::readText(test::sampleModel("person_detector"));
  const std::vector<std::uint8_t> model(text.begin(), text.end());
  const std::vector<rewrite::Region> regions = rewrite::regionsOf(modelOf(model));
  ASSERT_FALSE(regions.empty());
  const std::vector<std::uint8_t> changed = cut(model, {{regions.front(), 2}});
  ASSERT_FALSE(changed.empty());
  EXPECT_LT(changed.size(), model.size() + 16'000);
  EXPECT_TRUE(std::equal(model.rbegin(), model.rend(), changed.rbegin()));
}

TEST(StripsTest, WhatCannotBeCutIsNot) {
  EXPECT_TRUE(rewrite::regionsOf(modelOf(test::twoLayerModel())).empty()) << "nothing has rows";
  generator::LayerBuilder layers("small", 5);
  auto now = layers.input({1, 4, 8, 2});
  now = layers.convolution(now, 8, {3, 3}, true);
  const std::vector<std::uint8_t> model = layers.finish(now);
  EXPECT_EQ(rewrite::regionsOf(modelOf(model)).size(), 1U);
  EXPECT_FALSE(rewrite::cutIntoStrips(modelOf(model), {{{0, 0}, 5}})) << "more strips than rows";
  EXPECT_FALSE(rewrite::cutIntoStrips(modelOf(model), {{{0, 0}, 1}}));
  EXPECT_TRUE(rewrite::cutIntoStrips(modelOf(model), {{{0, 0}, 4}}));
}

} // namespace
} // namespace arenascope::model

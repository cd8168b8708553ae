// Previews of other architectures: the shapes, constants and layers of a network that is built at another size or
// width, and refusals that name the operator.
#include "core/model/rewrite/resize/architecture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/interpreter/schema/offline_plan_format.h"
#include "core/model/builder/operator_model.h"
#include "core/model/graph/architecture_note.h"
#include "core/model/load/model_file.h"
#include "resources/generator/layer_builder.h"
#include "tests/support/test_models.h"

namespace arenascope::resize {
namespace {

using builder::constant;
using builder::floats;
using builder::int32;
using builder::Values;
using quantize::Draft;
using quantize::DraftTensor;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Shape = std::vector<std::int32_t>;
using Shapes = std::vector<Shape>;

// Residual and separable layers, as in MobileNet; channels in multiples of 8 of `width`.
std::vector<std::uint8_t> network(std::int32_t size, std::int32_t width) {
  generator::LayerBuilder model("network", 7);
  const auto stem = model.convolution(model.input({1, size, size, 3}), 8 * width, {3, 3, 2}, true);
  const auto deep = model.convolution(model.depthwise(stem, {3, 3, 1}), 16 * width, {1, 1, 1}, true);
  const auto more = model.convolution(deep, 16 * width, {3, 3, 1}, false);
  const auto down = model.depthwise(model.add(deep, more), {3, 3, 2});
  return model.finish(model.softmax(model.fullyConnected(model.globalAverage(down), 10, false)));
}

Result<Draft> changed(const std::vector<std::uint8_t>& model, const std::vector<std::string>& sizes, double width = 1) {
  Architecture architecture{.inputs = {}, .width = width};
  for (const std::string& size : sizes) architecture.inputs.push_back(*parseInputSize(size));
  return withArchitecture(quantize::readDraft(model), architecture);
}

Shapes shapesOf(const Draft& draft) {
  Shapes shapes;
  for (const DraftTensor& tensor : draft.main().tensors) shapes.push_back(tensor.shape);
  return shapes;
}

std::string noteOf(const Draft& draft) {
  for (const quantize::DraftEntry& entry : draft.metadata)
    if (entry.name == schema::kArchitectureNoteName) return {entry.data.begin(), entry.data.end()};
  return {};
}

TEST(ArchitectureTest, ReadsSizes) {
  EXPECT_THAT(parseInputSize("96x64")->lengths, ElementsAre(96, 64));
  EXPECT_FALSE(parseInputSize("96x64")->input);
  EXPECT_THAT(parseInputSize("1x96x96x3")->lengths, ElementsAre(1, 96, 96, 3));
  EXPECT_EQ(parseInputSize("2=1x10")->input, 2U);
  EXPECT_EQ(textOf(*parseInputSize("2=1x10")), "2=1x10");
  for (const char* wrong : {"", "x", "96x", "0x9", "-1x9", "96 x 96", "a=9x9", "=9x9", "9x9=1", "1x99999999"})
    EXPECT_FALSE(parseInputSize(wrong)) << wrong;
}

TEST(ArchitectureTest, AnotherSizeIsTheNetworkBuiltAtThatSize) {
  for (const std::int32_t size : {8, 20, 33, 64}) {
    SCOPED_TRACE(size);
    const auto resized = changed(network(32, 2), {std::to_string(size) + "x" + std::to_string(size)});
    ASSERT_TRUE(resized) << resized.error().message;
    EXPECT_EQ(shapesOf(*resized), shapesOf(quantize::readDraft(network(size, 2))));
    EXPECT_THAT(noteOf(*resized), HasSubstr("random 0\n")) << "all weights are kept";
    EXPECT_THAT(noteOf(*resized), HasSubstr("instead of 1x32x32x3"));
  }
}

TEST(ArchitectureTest, AnotherWidthIsTheNetworkBuiltWithThatWidth) {
  for (const auto& [from, to, factor] : {std::tuple(2, 1, 0.5), std::tuple(1, 3, 3.0), std::tuple(4, 3, 0.75)}) {
    SCOPED_TRACE(factor);
    const auto wider = changed(network(16, from), {}, factor);
    ASSERT_TRUE(wider) << wider.error().message;
    const Draft built = quantize::readDraft(network(16, to));
    EXPECT_EQ(shapesOf(*wider), shapesOf(built));
    for (std::size_t t = 0; t < built.main().tensors.size(); ++t) {
      EXPECT_EQ(wider->main().tensors[t].data.size(), built.main().tensors[t].data.size());
      EXPECT_EQ(wider->main().tensors[t].quantization.scales.size(),
                built.main().tensors[t].quantization.scales.size());
    }
    EXPECT_EQ(wider->main().tensors.front().shape, (Shape{1, 16, 16, 3})) << "the input stays";
    EXPECT_EQ(wider->main().at(wider->main().outputs[0]).shape, (Shape{1, 10})) << "and so does the output";
  }
}

TEST(ArchitectureTest, OwnSizeAndWidthChangeNothing) {
  for (const char* name :
       {"autoencoder", "edge_detector", "image_classifier", "keyword_spotter", "person_detector", "sine"}) {
    SCOPED_TRACE(name);
    const auto file = model::ModelFile::load(test::sampleModel(name));
    const Draft draft = quantize::readDraft(file->bytes());
    Architecture architecture;
    architecture.inputs.push_back({0, draft.main().at(draft.main().inputs[0]).shape});
    const auto same = withArchitecture(draft, architecture);
    ASSERT_TRUE(same) << same.error().message;
    EXPECT_EQ(quantize::written(*same), quantize::written(draft));
  }
}

// For models of one operator: the new shapes of its output, and the numbers of a constant input.
struct Carried {
  Shape output;
  std::vector<std::int32_t> numbers;
};
Carried carried(const std::vector<std::uint8_t>& model, const std::string& size, std::size_t constantInput) {
  const auto draft = changed(model, {size});
  EXPECT_TRUE(draft) << draft.error().message;
  if (!draft) return {};
  const auto& op = draft->main().operators.front();
  const auto file = model::ModelFile::fromBytes(quantize::written(*draft), "carried");
  EXPECT_TRUE(file) << file.error().message;
  return {draft->main().at(op.outputs[0]).shape,
          quantize::numbersOf<std::int32_t>(draft->main().at(op.inputs[constantInput]))};
}
Values data(const Shape& shape) { return floats({}, shape); }

std::vector<std::uint8_t> reshapeOf(const Shape& from, const Shape& to) {
  return builder::modelOf("reshape", schema::BuiltinOperator_RESHAPE,
                          {data(from), constant(int32({to.begin(), to.end()}))}, {data(to)});
}

TEST(ArchitectureTest, ConstantsThatNameShapesFollow) {
  const Carried flat = carried(reshapeOf({1, 4, 6, 5}, {1, 120}), "8x6", 1);
  EXPECT_THAT(flat.output, ElementsAre(1, 240));
  EXPECT_THAT(flat.numbers, ElementsAre(1, 240));
  const Carried map = carried(reshapeOf({1, 490}, {1, 49, 10, 1}), "1x320", 1);
  EXPECT_THAT(map.output, ElementsAre(1, 32, 10, 1)) << "the outermost part follows";
  EXPECT_THAT(map.numbers, ElementsAre(1, 32, 10, 1));

  const auto slice = builder::modelOf(
      "slice", schema::BuiltinOperator_SLICE,
      {data({1, 8, 8, 4}), constant(int32({0, 4, 1, 0})), constant(int32({1, 4, 6, -1}))}, {data({1, 4, 6, 4})});
  const Carried half = carried(slice, "12x10", 2);
  EXPECT_THAT(half.output, ElementsAre(1, 6, 8, 4)) << "half stays half, a border of 1 stays 1";
  EXPECT_THAT(half.numbers, ElementsAre(1, 6, 8, -1));
  EXPECT_THAT(carried(slice, "12x10", 1).numbers, ElementsAre(0, 6, 1, 0));

  const auto strided = builder::modelOf(
      "strided", schema::BuiltinOperator_STRIDED_SLICE,
      {data({1, 9, 8, 4}), constant(int32({0, 0, 1, 0})), constant(int32({1, 9, 8, 4})), constant(int32({1, 2, 2, 1}))},
      {data({1, 5, 4, 4})}, builder::with(schema::BuiltinOptions_StridedSliceOptions, [](builder::Builder& b) {
        return schema::CreateStridedSliceOptions(b, 0b1001, 0b1001);
      }));
  const Carried each = carried(strided, "13x10", 2);
  EXPECT_THAT(each.output, ElementsAre(1, 7, 5, 4));
  EXPECT_THAT(each.numbers, ElementsAre(1, 13, 10, 4));

  const auto pad =
      builder::modelOf("pad", schema::BuiltinOperator_PAD,
                       {data({1, 8, 8, 4}), constant(int32({0, 0, 1, 2, 3, 0, 0, 0}, {4, 2}))}, {data({1, 11, 11, 4})});
  EXPECT_THAT(carried(pad, "5x6", 1).output, ElementsAre(1, 8, 9, 4));
  EXPECT_THAT(carried(pad, "5x6", 1).numbers, ElementsAre(0, 0, 1, 2, 3, 0, 0, 0));

  const auto larger = builder::modelOf("resize", schema::BuiltinOperator_RESIZE_NEAREST_NEIGHBOR,
                                       {data({1, 8, 6, 4}), constant(int32({16, 18}))}, {data({1, 16, 18, 4})});
  EXPECT_THAT(carried(larger, "5x7", 1).numbers, ElementsAre(10, 21));
}

// The number and name of the operator, and the reason.
TEST(ArchitectureTest, WhatCannotBeCarriedIsRefused) {
  const auto refused = [](const std::vector<std::uint8_t>& model, const std::string& size) {
    const auto draft = changed(model, {size});
    EXPECT_FALSE(draft) << size;
    return draft ? Error() : draft.error();
  };
  const Error reshape = refused(reshapeOf({1, 490}, {1, 49, 10, 1}), "1x483");
  EXPECT_EQ(reshape.message, "operator 0 (RESHAPE) does not admit the new shapes: it has the fixed shape 1x49x10x1, "
                             "which 483 elements (1x483) do not divide into");
  EXPECT_EQ(reshape.op, 0);
  const auto positions =
      builder::modelOf("positions", schema::BuiltinOperator_ADD,
                       {data({1, 4, 8}), constant(floats(std::vector<double>(32), {1, 4, 8}))}, {data({1, 4, 8})});
  EXPECT_THAT(refused(positions, "1x6x8").message, HasSubstr("operator 0 (ADD) does not admit the new shapes: its "
                                                             "constant input 1 has the shape 1x4x8 and belongs to "
                                                             "fixed positions"));
  EXPECT_TRUE(changed(positions, {"1x4x8"})) << "nothing changes";
  const auto split =
      builder::modelOf("split", schema::BuiltinOperator_SPLIT, {constant(int32({1})), data({1, 8, 8, 4})},
                       {data({1, 4, 8, 4}), data({1, 4, 8, 4})});
  EXPECT_THAT(refused(split, "7x8").message, HasSubstr("splits dimension 1 into 2 parts"));
  EXPECT_THAT(refused(test::unsupportedOperatorModel(), "3x3x3").message, HasSubstr("has 3 lengths"));
  EXPECT_THAT(refused(network(16, 1), "1=8x8").message, HasSubstr("the model has 1 input"));
  EXPECT_THAT(changed(reshapeOf({1, 490}, {1, 49, 10, 1}), {}, 0.5).error().message,
              HasSubstr("width 0.5 changes no layer"));
}

TEST(ArchitectureTest, AnAverageOverTheWholeImageStaysOne) {
  const auto pool = [](std::int32_t window, const Shape& output) {
    return builder::modelOf("pool", schema::BuiltinOperator_AVERAGE_POOL_2D, {data({1, 6, 6, 4})}, {data(output)},
                            builder::with(schema::BuiltinOptions_Pool2DOptions, [window](builder::Builder& b) {
                              return schema::CreatePool2DOptions(b, schema::Padding_VALID, window, window, window,
                                                                 window);
                            }));
  };
  const std::vector<std::uint8_t> model = pool(6, {1, 1, 1, 4}); // which the draft refers to
  const auto whole = changed(model, {"9x4"});
  ASSERT_TRUE(whole) << whole.error().message;
  EXPECT_THAT(whole->main().at(whole->main().outputs[0]).shape, ElementsAre(1, 1, 1, 4));
  EXPECT_THAT(noteOf(*whole), HasSubstr("takes its whole input of 9x4 instead of 6x6"));
  const auto file = model::ModelFile::fromBytes(quantize::written(*whole), "pool");
  const auto& window = std::get<model::Window>(file->graph().main().operators[0].options);
  EXPECT_EQ(std::pair(window.height, window.width), std::pair(9, 4));
  const auto part = changed(pool(3, {1, 2, 2, 4}), {"9x4"});
  EXPECT_THAT(part->main().at(part->main().outputs[0]).shape, ElementsAre(1, 3, 1, 4));
}

// One constant for two readers that need different ones becomes two.
TEST(ArchitectureTest, ASharedConstantIsCopiedWhereItsReadersDiffer) {
  generator::ModelBuilder model("shared");
  const auto type = schema::TensorType_FLOAT32;
  const std::int32_t a = model.addTensor("a", type, {1, 16});
  const std::int32_t b = model.addTensor("b", type, {1, 16});
  const std::int32_t shape =
      model.addConstant("shape", schema::TensorType_INT32, {2}, generator::bytesOf(std::vector<std::int32_t>{4, 4}));
  const std::int32_t x = model.addTensor("x", type, {4, 4});
  const std::int32_t y = model.addTensor("y", type, {4, 4});
  model.addOperator(schema::BuiltinOperator_RESHAPE, {a, shape}, {x});
  model.addOperator(schema::BuiltinOperator_RESHAPE, {b, shape}, {y});
  model.setInputs({a, b});
  model.setOutputs({x, y});
  const auto draft = changed(model.finish(), {"0=1x32"});
  ASSERT_TRUE(draft) << draft.error().message;
  const auto& operators = draft->main().operators;
  EXPECT_THAT(quantize::numbersOf<std::int32_t>(draft->main().at(operators[0].inputs[1])), ElementsAre(8, 4));
  EXPECT_THAT(quantize::numbersOf<std::int32_t>(draft->main().at(operators[1].inputs[1])), ElementsAre(4, 4));
}

TEST(ArchitectureTest, TheNoteSurvivesAFile) {
  const std::vector<std::uint8_t> model = network(16, 2); // which the draft refers to
  const auto draft = changed(model, {"24x24"}, 0.5);
  ASSERT_TRUE(draft) << draft.error().message;
  const auto file = model::ModelFile::fromBytes(quantize::written(*draft), "preview");
  ASSERT_TRUE(file) << file.error().message;
  const auto& note = file->graph().architecture;
  ASSERT_TRUE(note);
  EXPECT_EQ(note->asked, "24x24, width 0.5");
  EXPECT_THAT(note->changes, ElementsAre("input 0 is 1x24x24x3 instead of 1x16x16x3",
                                         "width 0.5: 3 layers with other numbers of channels",
                                         "operator 6 (AVERAGE_POOL_2D) takes its whole input of 6x6 instead of 4x4"));
  EXPECT_EQ(note->randomConstants, 11);
  EXPECT_THAT(model::parseArchitectureNote(model::toText(*note)).changes, testing::ElementsAreArray(note->changes));
}

TEST(ArchitectureTest, FindsTheImage) {
  const auto image = imageOf(quantize::readDraft(network(16, 1)));
  ASSERT_TRUE(image);
  EXPECT_EQ(std::tuple(image->input, image->height, image->width), std::tuple(0U, 16, 16));
  EXPECT_FALSE(imageOf(quantize::readDraft(reshapeOf({1, 490}, {1, 490}))));
}

} // namespace
} // namespace arenascope::resize

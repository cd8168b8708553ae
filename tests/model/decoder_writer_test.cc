// Models with DECODE in front of what reads constants, and files written anew.
#include "core/model/rewrite/decoder_writer.h"

#include <gmock/gmock.h>

#include "core/model/load/model_file.h"
#include "core/model/rewrite/table_copier.h"
#include "tests/support/test_models.h"

namespace arenascope::rewrite {
namespace {

std::vector<std::uint8_t> written(const std::vector<std::uint8_t>& model,
                                  const std::vector<PackedConstant>& constants) {
  const auto result = withDecoders(model, constants);
  EXPECT_TRUE(result) << result.error().message;
  return result ? *result : std::vector<std::uint8_t>();
}

std::vector<PackedConstant> allOf(const model::ModelFile& file) {
  std::vector<PackedConstant> all;
  for (const std::int32_t number : packableConstants(file.graph())) {
    const model::Tensor& tensor = file.graph().main().tensors[static_cast<std::size_t>(number)];
    if (auto packing = smallestPacking(tensor, file.graph().bytesOf(tensor.constant)))
      all.push_back({number, *packing});
  }
  return all;
}

TEST(DecoderWriterTest, ADecodeStandsBeforeEachReader) {
  const model::ModelFile before = test::fileOf(test::twoLayerModel());
  const std::vector<PackedConstant> constants = allOf(before);
  ASSERT_EQ(constants.size(), 2U);
  const model::ModelFile after = test::fileOf(written(test::twoLayerModel(), constants));
  const model::Subgraph& main = after.graph().main();
  ASSERT_EQ(main.operators.size(), 4U);
  for (std::size_t i = 0; i < 2; ++i) {
    const model::Operator& decode = main.operators[2 * i];
    const model::Operator& reader = main.operators[2 * i + 1];
    EXPECT_EQ(decode.name, "TFLM_DECODE");
    EXPECT_TRUE(decode.isCustom);
    EXPECT_EQ(reader.name, "FULLY_CONNECTED");
    ASSERT_EQ(decode.inputs.size(), 2U);
    EXPECT_EQ(decode.inputs[0], constants[i].tensor);
    EXPECT_EQ(reader.input(1), decode.outputs[0]);
    const auto& old = before.graph().main().tensors[static_cast<std::size_t>(constants[i].tensor)];
    const model::Tensor& decoded = main.tensors[static_cast<std::size_t>(decode.outputs[0])];
    EXPECT_FALSE(after.graph().isConstant(decoded));
    EXPECT_EQ(decoded.type, old.type);
    EXPECT_TRUE(std::ranges::equal(decoded.shape, old.shape));
    EXPECT_EQ(decoded.name, old.name);
    const model::Tensor& data = main.tensors[static_cast<std::size_t>(decode.inputs[0])];
    EXPECT_EQ(data.type, model::Type::kUint8);
    EXPECT_TRUE(std::ranges::equal(after.graph().bytesOf(data.constant), constants[i].packing.data));
    const model::Tensor& description = main.tensors[static_cast<std::size_t>(decode.inputs[1])];
    EXPECT_TRUE(std::ranges::equal(after.graph().bytesOf(description.constant), constants[i].packing.description));
  }
}

// Copied without a change, a file has the same graph, and is hardly larger.
TEST(DecoderWriterTest, ACopyLosesNothing) {
  for (const char* name : {"autoencoder", "countdown", "edge_detector", "image_classifier", "keyword_spotter",
                           "person_detector", "sine"}) {
    const std::filesystem::path path = test::sampleModel(name);
    SCOPED_TRACE(name);
    const auto file = model::ModelFile::load(path);
    ASSERT_TRUE(file);
    const auto copy = withDecoders(file->bytes(), {});
    ASSERT_TRUE(copy);
    EXPECT_LE(copy->size(), file->bytes().size() * 33 / 32);
    const auto same = model::ModelFile::fromBytes(*copy, "copy.tflite");
    ASSERT_TRUE(same) << same.error().message;
    const model::Graph& a = file->graph();
    const model::Graph& b = same->graph();
    ASSERT_EQ(a.subgraphs.size(), b.subgraphs.size());
    EXPECT_EQ(a.description, b.description);
    for (std::size_t s = 0; s < a.subgraphs.size(); ++s) {
      ASSERT_EQ(a.subgraphs[s].tensors.size(), b.subgraphs[s].tensors.size());
      ASSERT_EQ(a.subgraphs[s].operators.size(), b.subgraphs[s].operators.size());
      for (std::size_t t = 0; t < a.subgraphs[s].tensors.size(); ++t) {
        const model::Tensor& one = a.subgraphs[s].tensors[t];
        const model::Tensor& other = b.subgraphs[s].tensors[t];
        EXPECT_EQ(one.name, other.name);
        EXPECT_EQ(one.type, other.type);
        EXPECT_EQ(one.isVariable, other.isVariable);
        EXPECT_TRUE(std::ranges::equal(one.shape, other.shape));
        EXPECT_TRUE(std::ranges::equal(one.quantization.scales, other.quantization.scales));
        EXPECT_EQ(one.quantization.dimension, other.quantization.dimension);
        EXPECT_EQ(one.quantization.zeroPoint, other.quantization.zeroPoint);
        EXPECT_TRUE(std::ranges::equal(a.bytesOf(one.constant), b.bytesOf(other.constant)));
      }
      for (std::size_t o = 0; o < a.subgraphs[s].operators.size(); ++o) {
        const model::Operator& one = a.subgraphs[s].operators[o];
        const model::Operator& other = b.subgraphs[s].operators[o];
        EXPECT_EQ(one.name, other.name);
        EXPECT_TRUE(std::ranges::equal(one.inputs, other.inputs));
        EXPECT_TRUE(std::ranges::equal(one.outputs, other.outputs));
        ASSERT_EQ(one.optionTexts.size(), other.optionTexts.size());
        for (std::size_t i = 0; i < one.optionTexts.size(); ++i) {
          EXPECT_EQ(one.optionTexts[i].name, other.optionTexts[i].name);
          EXPECT_EQ(one.optionTexts[i].value, other.optionTexts[i].value);
        }
      }
    }
  }
}

// An offline plan is for the tensors of the original.
TEST(DecoderWriterTest, AnOfflinePlanIsDropped) {
  const std::vector<std::uint8_t> model = test::offlinePlannedModel({0, 16, -1});
  const model::ModelFile before = test::fileOf(model);
  ASSERT_FALSE(before.graph().offlinePlans.empty());
  EXPECT_TRUE(test::fileOf(written(model, allOf(before))).graph().offlinePlans.empty());
}

TEST(DecoderWriterTest, TablesOfAnUnknownShapeAreNotCopied) {
  // A table of one field more than the schema has.
  flatbuffers::FlatBufferBuilder builder;
  const auto start = builder.StartTable();
  builder.AddElement<std::uint32_t>(flatbuffers::FieldIndexToOffset(3), 7U);
  builder.Finish(flatbuffers::Offset<schema::Metadata>(builder.EndTable(start)));
  flatbuffers::FlatBufferBuilder copy;
  TableCopier copier(copy);
  copier.copy(flatbuffers::GetRoot<schema::Metadata>(builder.GetBufferPointer()), TableForm::kMetadata);
  EXPECT_TRUE(copier.hasFailed());
}

TEST(DecoderWriterTest, WhatIsReadBeforeTheInferenceStays) {
  const model::ModelFile accelerated = test::fileOf(test::acceleratedModel());
  EXPECT_TRUE(packableConstants(accelerated.graph()).empty());
}

} // namespace
} // namespace arenascope::rewrite

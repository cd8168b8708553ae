#include "core/model/load/graph_reader.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "core/interpreter/schema/access.h"
#include "core/model/graph/graph.h"
#include "core/model/load/model_file.h"
#include "resources/generator/model_builder.h"
#include "tests/support/test_models.h"

namespace arenascope::model {
namespace {

using generator::ModelBuilder;
using schema::count;

std::string messageOf(const std::vector<std::uint8_t>& bytes) {
  const Result<Graph> graph = readGraph(bytes);
  return graph ? "" : graph.error().message;
}

void expectSame(std::span<const std::int32_t> read, const flatbuffers::Vector<std::int32_t>* written) {
  ASSERT_EQ(read.size(), count(written));
  for (std::uint32_t i = 0; i < count(written); ++i) EXPECT_EQ(read[i], written->Get(i));
}

void expectSame(const Graph& graph, const Subgraph& read, const schema::Model& model, const schema::SubGraph& written) {
  ASSERT_EQ(read.tensors.size(), written.tensors()->size());
  for (std::uint32_t t = 0; t < count(written.tensors()); ++t) {
    const schema::Tensor& tensor = *written.tensors()->Get(t);
    EXPECT_EQ(read.tensors[t].name, tensor.name() == nullptr ? "" : tensor.name()->string_view());
    EXPECT_EQ(typeName(read.tensors[t].type).empty(), false);
    EXPECT_EQ(static_cast<int>(read.tensors[t].type), tensor.type());
    expectSame(read.tensors[t].shape, tensor.shape());
    EXPECT_EQ(graph.bytesOf(read.tensors[t].constant).size(), count(model.buffers()->Get(tensor.buffer())->data()));
  }
  ASSERT_EQ(read.operators.size(), count(written.operators()));
  for (std::uint32_t i = 0; i < count(written.operators()); ++i) {
    const schema::Operator& op = *written.operators()->Get(i);
    EXPECT_EQ(read.operators[i].name, schema::operatorName(*model.operator_codes()->Get(op.opcode_index())));
    expectSame(read.operators[i].inputs, op.inputs());
    expectSame(read.operators[i].outputs, op.outputs());
    EXPECT_EQ(read.operators[i].calls.size(), static_cast<std::size_t>(schema::callsOf(model, op).count));
  }
  expectSame(read.inputs, written.inputs());
  expectSame(read.outputs, written.outputs());
}

void expectSame(const ModelFile& file) {
  const schema::Model& model = *schema::GetModel(file.bytes().data());
  ASSERT_EQ(file.graph().subgraphs.size(), model.subgraphs()->size());
  for (std::uint32_t s = 0; s < count(model.subgraphs()); ++s)
    expectSame(file.graph(), file.graph().subgraphs[s], model, *model.subgraphs()->Get(s));
}

TEST(GraphReaderTest, TheGraphIsWhatTheFileHas) {
  for (const char* sample : {"keyword_spotter", "person_detector", "image_classifier", "autoencoder", "sine"}) {
    const Result<ModelFile> file = ModelFile::load(test::sampleModel(sample));
    ASSERT_TRUE(file) << sample;
    ASSERT_FALSE(file->graph().main().operators.empty());
    expectSame(*file);
  }
}

// Beside the checkout there may be many more.
TEST(GraphReaderTest, TheGraphIsWhatTheFileHasInEveryModelThatIsThere) {
  const std::filesystem::path folder = test::sharedFolder() / "models";
  if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << "no models at " << folder;
  int read = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".tflite")
      if (const Result<ModelFile> file = ModelFile::load(entry.path())) {
        SCOPED_TRACE(entry.path());
        expectSame(*file);
        ++read;
      }
  EXPECT_GT(read, 0);
}

TEST(GraphReaderTest, OptionsAreOfTheirKind) {
  const Result<ModelFile> file = ModelFile::load(test::sampleModel("keyword_spotter"));
  ASSERT_TRUE(file);
  const Operator& op = file->graph().main().operators.front();
  ASSERT_TRUE(op.isBuiltin("CONV_2D")) << op.name;
  const auto* window = std::get_if<Window>(&op.options);
  ASSERT_NE(window, nullptr);
  EXPECT_FALSE(window->isPool);
  EXPECT_EQ(window->strideHeight, 2);
  EXPECT_EQ(window->padding, Window::Padding::kSame);
}

TEST(GraphReaderTest, IndicesThatLeadNowhereAreRefused) {
  ModelBuilder output("output");
  output.addTensor("in", schema::TensorType_FLOAT32, {1});
  output.addOperator(schema::BuiltinOperator_RELU, {0}, {7});
  EXPECT_EQ(messageOf(output.finish()), "operator 0: output 0 is tensor 7, but the subgraph has 1");
  ModelBuilder absent("absent");
  absent.addTensor("in", schema::TensorType_FLOAT32, {1});
  absent.addOperator(schema::BuiltinOperator_RELU, {-1}, {0});
  EXPECT_EQ(messageOf(absent.finish()), "") << "an input may be";
  ModelBuilder below("below");
  below.addTensor("in", schema::TensorType_FLOAT32, {1});
  below.addOperator(schema::BuiltinOperator_RELU, {-2}, {0});
  EXPECT_EQ(messageOf(below.finish()), "operator 0: input 0 is tensor -2, but the subgraph has 1");
  ModelBuilder ends("ends");
  ends.addTensor("in", schema::TensorType_FLOAT32, {1});
  ends.setInputs({3});
  EXPECT_EQ(messageOf(ends.finish()), "subgraph 0: input 0 is tensor 3, but the subgraph has 1");
}

TEST(GraphReaderTest, SubgraphsThatAreNotThereAreRefused) {
  ModelBuilder model("calls");
  model.addTensor("in", schema::TensorType_BOOL, {1});
  auto& builder = model.flatbuffer();
  model.addOperator(schema::BuiltinOperator_IF, {0}, {},
                    {schema::BuiltinOptions_IfOptions, schema::CreateIfOptions(builder, 0, 9).Union()});
  EXPECT_EQ(messageOf(model.finish()), "operator 0 calls subgraph 9, but the model has 1");
}

} // namespace
} // namespace arenascope::model

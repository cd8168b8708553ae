#include "core/model/load/model_file.h"
#include "core/model/validate/validator.h"
#include "core/report/text/report_text.h"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <random>

#include "core/model/load/graph_reader.h"
#include "core/model/validate/offline_plan_check.h"
#include "core/model/validate/operator_rules.h"
#include "core/report/report.h"
#include "resources/generator/model_builder.h"
#include "tests/support/test_models.h"

namespace arenascope::model {
namespace {

using generator::bytesOf;
using generator::ModelBuilder;

std::optional<Error> validateModel(const std::vector<std::uint8_t>& bytes, const Limits& limits = {}) {
  const Result<Graph> graph = readGraph(bytes, limits);
  return graph ? validate(*graph, limits) : graph.error();
}

std::string finding(const std::vector<std::uint8_t>& bytes) {
  const auto error = validateModel(bytes);
  return error ? error->message : "";
}

TEST(ValidatorTest, AcceptsOurSampleModels) {
  for (const char* name : {"keyword_spotter", "person_detector", "image_classifier", "autoencoder"}) {
    const Result<ModelFile> file = ModelFile::load(test::sampleModel(name));
    EXPECT_TRUE(file) << name << ": " << file.error().message;
  }
}

TEST(ValidatorTest, EmptyShortAndForeignFilesAreSaidToBeWhatTheyAre) {
  EXPECT_EQ(finding({}), "the file is empty");
  EXPECT_NE(finding({1, 2, 3}).find("cut off"), std::string::npos);
  EXPECT_EQ(finding({'h', 'e', 'l', 'l', 'o'}), "this is not a TensorFlow Lite model: it is text");
  EXPECT_NE(finding(std::vector<std::uint8_t>(1000, 'x')).find("not a TensorFlow Lite model"), std::string::npos);
}

TEST(ValidatorTest, EveryTruncationIsFound) {
  const std::vector<std::uint8_t> whole = test::twoLayerModel();
  for (std::size_t length = 0; length + 16 < whole.size(); length += 7)
    EXPECT_NE(finding({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)}), "") << length;
}

TEST(ValidatorTest, OtherSchemaVersionsAreNamed) {
  ModelBuilder model("old");
  const auto in = model.addTensor("in", schema::TensorType_FLOAT32, {1});
  model.setInputs({in});
  model.setOutputs({in});
  model.setVersion(2);
  EXPECT_NE(finding(model.finish()).find("schema version 2; only version 3"), std::string::npos);
}

TEST(ValidatorTest, TensorIndicesOutOfRangeAreNamed) {
  ModelBuilder model("bad index");
  const auto in = model.addTensor("in", schema::TensorType_FLOAT32, {1});
  model.addOperator(schema::BuiltinOperator_RELU, {in}, {7});
  model.setInputs({in});
  model.setOutputs({in});
  const auto error = validateModel(model.finish());
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->message, "operator 0: output 0 is tensor 7, but the subgraph has 1");
  EXPECT_EQ(error->op, 0);
}

TEST(ValidatorTest, OptionalTensorsAreInputsOnly) {
  ModelBuilder model("optional output");
  const auto in = model.addTensor("in", schema::TensorType_FLOAT32, {1});
  model.addOperator(schema::BuiltinOperator_RELU, {-1}, {-1});
  model.setInputs({in});
  model.setOutputs({in});
  EXPECT_NE(finding(model.finish()).find("output 0 is tensor -1"), std::string::npos);
}

TEST(ValidatorTest, OperatorsMustNotWriteToConstants) {
  ModelBuilder model("constant output");
  const auto in = model.addTensor("in", schema::TensorType_FLOAT32, {2});
  const auto out = model.addConstant("weights", schema::TensorType_FLOAT32, {2}, bytesOf(std::vector<float>{1, 2}));
  model.addOperator(schema::BuiltinOperator_RELU, {in}, {out});
  model.setInputs({in});
  model.setOutputs({out});
  EXPECT_EQ(finding(model.finish()), "operator 0 writes to tensor 1 (weights), which has constant data in the model");
}

TEST(ValidatorTest, BuffersThatAreTooSmallForTheirTensorAreNamed) {
  ModelBuilder model("short buffer");
  const auto in = model.addConstant("weights", schema::TensorType_FLOAT32, {4}, bytesOf(std::vector<float>{1, 2}));
  model.setOutputs({in});
  EXPECT_NE(finding(model.finish()).find("its buffer has 8 bytes, but its shape and type need 16"), std::string::npos);
}

TEST(ValidatorTest, ShapesThatOverflowOrAreNegativeAreNamed) {
  const std::pair<std::vector<std::int32_t>, const char*> kShapes[] = {
      {{1 << 16, 1 << 16, 4}, "(in) has more than 2^30 elements"},
      {{-3, 4}, "(in): dimension 0 is -3"},
      {{1, 1, 1, 1, 1, 1, 1, 1, 1}, "(in) has 9 dimensions"}};
  for (const auto& [shape, words] : kShapes) {
    ModelBuilder model("shape");
    const auto in = model.addTensor("in", schema::TensorType_FLOAT32, shape);
    model.setOutputs({in});
    const std::string found = finding(model.finish());
    EXPECT_NE(found.find(words), std::string::npos) << found;
  }
}

// The four bytes in front move everything by four: zero points, of 8 bytes each, are then not aligned.
// Published models have 64-bit zero points at multiples of 4; the real interpreter runs them.
TEST(ValidatorTest, NumbersAtMultiplesOfFourAreReadWhereTheyAre) {
  const test::TemporaryFolder folder;
  const ModelFile file = *ModelFile::load(test::sampleModel("sine"));
  const std::vector<std::uint8_t> bytes(file.bytes().begin(), file.bytes().end());
  const auto original = folder.write("original.tflite", bytes);
  const auto moved = folder.write("moved.tflite", test::movedByFour(bytes));
  for (const char* target : {"host", "cortex-m0plus", "cortex-m4"}) {
    const report::Report one = test::profileOf(original, target);
    const report::Report other = test::profileOf(moved, target);
    ASSERT_TRUE(other.ok()) << target << ": " << other.error->message;
    EXPECT_EQ(other.arena->minimum, one.arena->minimum) << target;
    EXPECT_EQ(other.outputs.front().bytes, one.outputs.front().bytes) << target;
  }
}

TEST(ValidatorTest, ScalesMustBeFinite) {
  ModelBuilder model("scale");
  const auto in = model.addTensor("in", schema::TensorType_INT8, {4}, {{std::numeric_limits<float>::infinity()}, {0}});
  model.setOutputs({in});
  EXPECT_NE(finding(model.finish()).find("scale 0 is inf, not a finite"), std::string::npos);
}

// A convolution with the second channel's scale, weights and bias multiplied by `sign`, which is the same convolution.
std::vector<std::uint8_t> signedConvolution(schema::BuiltinOperator code, int sign) {
  ModelBuilder model("sign");
  const bool isDepthwise = code == schema::BuiltinOperator_DEPTHWISE_CONV_2D;
  const std::vector<std::int32_t> shape =
      isDepthwise ? std::vector<std::int32_t>{1, 3, 3, 2} : std::vector<std::int32_t>{2, 3, 3, 2};
  const std::vector<float> scales = {0.004F, 0.003F * static_cast<float>(sign)};
  generator::Random random(5);
  std::vector<std::uint8_t> weights;
  for (int i = 0; i < 2 * 9 * (isDepthwise ? 1 : 2); ++i) {
    const bool isSecond = isDepthwise ? i % 2 == 1 : i >= 18;
    weights.push_back(static_cast<std::uint8_t>(random.between(-127, 127) * (isSecond ? sign : 1)));
  }
  const std::vector<std::int32_t> biases = {700, -900 * sign};
  const auto in = model.addTensor("in", schema::TensorType_INT8, {1, 8, 8, 2}, {{0.02F}, {3}, 0});
  const auto filter =
      model.addConstant("filter", schema::TensorType_INT8, shape, weights, {scales, {0, 0}, isDepthwise ? 3 : 0});
  const auto bias = model.addConstant("bias", schema::TensorType_INT32, {2}, bytesOf(biases),
                                      {{scales[0] * 0.02F, scales[1] * 0.02F}, {0, 0}, 0});
  const auto out = model.addTensor("out", schema::TensorType_INT8, {1, 8, 8, 2}, {{0.03F}, {-5}, 0});
  auto& builder = model.flatbuffer();
  if (isDepthwise)
    model.addOperator(code, {in, filter, bias}, {out},
                      {schema::BuiltinOptions_DepthwiseConv2DOptions,
                       schema::CreateDepthwiseConv2DOptions(builder, schema::Padding_SAME, 1, 1, 1).Union()});
  else
    model.addOperator(code, {in, filter, bias}, {out},
                      {schema::BuiltinOptions_Conv2DOptions,
                       schema::CreateConv2DOptions(builder, schema::Padding_SAME, 1, 1).Union()});
  model.setInputs({in});
  model.setOutputs({out});
  return model.finish();
}

void expectTheSameWithEachSign(const std::string& target, const std::string& kernels) {
  SCOPED_TRACE(target + " " + kernels);
  const test::TemporaryFolder folder;
  for (const auto code : {schema::BuiltinOperator_CONV_2D, schema::BuiltinOperator_DEPTHWISE_CONV_2D}) {
    const auto plain = folder.write("plain.tflite", signedConvolution(code, 1));
    const auto negative = folder.write("negative.tflite", signedConvolution(code, -1));
    const report::Report one = test::profileOf(plain, target, kernels);
    const report::Report other = test::profileOf(negative, target, kernels);
    ASSERT_TRUE(one.ok() && other.ok()) << (other.error ? other.error->message : "");
    EXPECT_EQ(other.outputs.front().bytes, one.outputs.front().bytes);
  }
}

// As batch normalization with a negative factor leaves them.
TEST(ValidatorTest, AFiltersScaleMayBeNegative) {
  expectTheSameWithEachSign("host", "reference");
  expectTheSameWithEachSign("cortex-m4", "cmsis-nn");
  expectTheSameWithEachSign("cortex-m55", "cmsis-nn");
}
TEST(ValidatorTest, AFiltersScaleMayBeNegativeInEspNn) { expectTheSameWithEachSign("esp32s3", "esp-nn"); }

TEST(ValidatorTest, OtherScalesMayNot) {
  ModelBuilder model("scale");
  const auto in = model.addTensor("in", schema::TensorType_INT8, {4}, {{-0.5F}, {0}});
  model.setOutputs({in});
  EXPECT_NE(finding(model.finish()).find("scale 0 is -0.5, not a finite positive number"), std::string::npos);
}

// One input of type and shape, one output of its kind, an operator between them.
std::string findingOf(schema::BuiltinOperator code, schema::TensorType type, const std::vector<std::int32_t>& shape,
                      int inputs = 1, int outputs = 1,
                      const std::function<generator::OptionsReference(flatbuffers::FlatBufferBuilder&)>& options = {}) {
  ModelBuilder model("one operator");
  std::vector<std::int32_t> in;
  std::vector<std::int32_t> out;
  for (int i = 0; i < inputs; ++i) in.push_back(model.addTensor("in", type, shape));
  for (int i = 0; i < outputs; ++i) out.push_back(model.addTensor("out", type, shape));
  model.addOperator(code, in, out, options ? options(model.flatbuffer()) : generator::OptionsReference{});
  model.setInputs(in);
  model.setOutputs(out);
  return finding(model.finish());
}

TEST(ValidatorTest, OperatorsHaveTheTensorsTheyTake) {
  EXPECT_EQ(findingOf(schema::BuiltinOperator_RELU, schema::TensorType_FLOAT32, {4}), "");
  EXPECT_EQ(findingOf(schema::BuiltinOperator_RELU, schema::TensorType_FLOAT32, {4}, 2),
            "operator 0 (RELU) has 2 inputs; it takes 1");
  EXPECT_EQ(findingOf(schema::BuiltinOperator_RELU, schema::TensorType_FLOAT32, {4}, 1, 3),
            "operator 0 (RELU) has 3 outputs; it gives 1");
  EXPECT_EQ(findingOf(schema::BuiltinOperator_CONCATENATION, schema::TensorType_FLOAT32, {4}, 0),
            "operator 0 (CONCATENATION) has 0 inputs; it takes at least 1");
  EXPECT_EQ(findingOf(schema::BuiltinOperator_FULLY_CONNECTED, schema::TensorType_BOOL, {1, 4}, 2),
            "operator 0 (FULLY_CONNECTED) does not support data of type bool: input 0 (tensor 0) has it");
  EXPECT_EQ(findingOf(schema::BuiltinOperator_CONV_2D, schema::TensorType_INT8, {1, 4}, 3),
            "operator 0 (CONV_2D) takes data of rank 4; input 0 (tensor 0) has rank 2");
}

// As good as none: so the real interpreter takes them.
TEST(ValidatorTest, OptionsOfAnotherOperatorAreNone) {
  const auto addOptions = [](flatbuffers::FlatBufferBuilder& builder) {
    return generator::OptionsReference{schema::BuiltinOptions_AddOptions, schema::CreateAddOptions(builder).Union()};
  };
  EXPECT_EQ(findingOf(schema::BuiltinOperator_ADD, schema::TensorType_FLOAT32, {4}, 2, 1, addOptions), "");
  EXPECT_EQ(findingOf(schema::BuiltinOperator_SOFTMAX, schema::TensorType_FLOAT32, {4}, 1, 1, addOptions), "");
}

// RESIZE_BILINEAR's size, which other files have as a tensor. Reports show it where it is.
TEST(ValidatorTest, ASizeOutsideOfTheFileIsFoundWhereTheSchemaHasGivenItUp) {
  ModelBuilder model("resize");
  const auto in = model.addTensor("in", schema::TensorType_FLOAT32, {1, 2, 2, 1});
  const auto size = model.addConstant("size", schema::TensorType_INT32, {2}, bytesOf<std::int32_t>({4, 4}));
  const auto out = model.addTensor("out", schema::TensorType_FLOAT32, {1, 4, 4, 1});
  auto& builder = model.flatbuffer();
  const auto start = builder.StartTable();
  builder.AddElement<std::int32_t>(6, 4711, 0); // new_width
  const flatbuffers::Offset<void> options = builder.EndTable(start);
  model.addOperator(schema::BuiltinOperator_RESIZE_BILINEAR, {in, size}, {out},
                    {schema::BuiltinOptions_ResizeBilinearOptions, options});
  model.setInputs({in});
  model.setOutputs({out});
  std::vector<std::uint8_t> bytes = model.finish();
  EXPECT_EQ(finding(bytes), "");
  const auto* op = schema::GetModel(bytes.data())->subgraphs()->Get(0)->operators()->Get(0);
  const auto* table = static_cast<const std::uint8_t*>(op->builtin_options());
  const std::ptrdiff_t fields = table - flatbuffers::ReadScalar<flatbuffers::soffset_t>(table) - bytes.data();
  constexpr std::uint16_t kFar = 0xFFF0;
  ASSERT_LT(bytes.size(), kFar);
  std::memcpy(bytes.data() + fields + 6, &kFar, sizeof(kFar));
  EXPECT_NE(finding(bytes).find("FlatBuffers structure is inconsistent"), std::string::npos) << finding(bytes);
}

TEST(ValidatorTest, TensorsAreWrittenOnceAndBeforeTheyAreRead) {
  const auto chain = [](const std::vector<std::pair<int, int>>& operators) {
    ModelBuilder model("order");
    for (int i = 0; i < 4; ++i) model.addTensor("t", schema::TensorType_FLOAT32, {4});
    for (const auto& [in, out] : operators) model.addOperator(schema::BuiltinOperator_RELU, {in}, {out});
    model.setInputs({0});
    model.setOutputs({3});
    return finding(model.finish());
  };
  EXPECT_EQ(chain({{0, 1}, {1, 2}, {2, 3}}), "");
  EXPECT_EQ(chain({{0, 1}, {0, 1}}), "operator 1 writes to tensor 1, which operator 0 writes to");
  EXPECT_EQ(chain({{2, 3}, {1, 2}}), "operator 0 reads tensor 2, which operator 1 has yet to write");
  EXPECT_EQ(chain({{3, 1}}), "operator 0 reads tensor 3, an output of the graph that no operator writes");
  EXPECT_EQ(chain({{1, 1}}), "operator 0 reads tensor 1, which operator 0 has yet to write");
}

TEST(ValidatorTest, OfflinePlansMustFitTheModel) {
  EXPECT_EQ(finding(test::offlinePlannedModel({0, 16, 48})), "");
  EXPECT_EQ(finding(test::offlinePlannedModel({16, 48, 0})), "");
  EXPECT_EQ(finding(test::offlinePlannedModel({0, 48, 0})), "") << "the first and the last are never in use together";
  for (const std::int32_t offset : {-2, -255, 0x7FFFFFF0})
    EXPECT_NE(finding(test::offlinePlannedModel({0, offset, -1})).find("outside any arena"), std::string::npos);

  ModelBuilder model("bad plan");
  const auto in = model.addTensor("in", schema::TensorType_FLOAT32, {1, 4});
  model.setInputs({in});
  model.setOutputs({in});
  model.addMetadata("OfflineMemoryAllocation", bytesOf(std::vector<std::int32_t>{1, 0, 3, 0, 0, 0}));
  EXPECT_EQ(finding(model.finish()), "the offline memory plan declares 3 offsets and has 3; the model has 1 tensors");
}

// The interpreter does not check offsets: it runs, and the report explains the consequence.
TEST(ValidatorTest, OfflinePlansThatOverlapAreNoted) {
  const test::TemporaryFolder folder;
  const auto overlapping = test::offlinePlannedModel({0, 8, -1});
  EXPECT_EQ(finding(overlapping), "");
  const report::Report report = test::profileOf(folder.write("overlap.tflite", overlapping), "host");
  EXPECT_TRUE(report.ok());
  EXPECT_EQ(report.model.planOverlap,
            "tensor 0 (bytes 0 to 16, steps 0 to 1) and tensor 2 (bytes 8 to 40, steps 1 to 2)");
  ASSERT_EQ(report::notesOf(report).size(), 1U);
  EXPECT_NE(report::notesOf(report).front().find(report.model.planOverlap), std::string::npos);
  EXPECT_EQ(report.operators.front().liveBytes, 40U) << "16 bytes at 0 and 32 at 8: none counts twice";
  EXPECT_TRUE(
      report::notesOf(test::profileOf(folder.write("fine.tflite", test::offlinePlannedModel({0, 16, 48})), "host"))
          .empty());
}

TEST(ValidatorTest, OpenDimensionsAreNamed) {
  EXPECT_EQ(findingOf(schema::BuiltinOperator_RELU, schema::TensorType_FLOAT32, {-1, 4}),
            "tensor 0 (in): dimension 0 is -1: its size is open; convert the model with fixed shapes");
}

// Who reads them counts them; elsewhere converters leave what was there before.
TEST(ValidatorTest, ScalesAndZeroPointsThatNobodyCounts) {
  const auto scaled = [](const std::vector<float>& scales, const std::vector<std::int64_t>& zeroPoints) {
    ModelBuilder model("scales");
    const auto in = model.addTensor("in", schema::TensorType_INT8, {3, 4}, {scales, zeroPoints, 0});
    const auto out = model.addTensor("out", schema::TensorType_INT8, {3, 4}, {{1}, {0}, 0});
    model.addOperator(schema::BuiltinOperator_RELU, {in}, {out});
    model.setInputs({in});
    model.setOutputs({out});
    const run::RunTrace trace = test::hostRun(model.finish(), 1 << 16);
    return trace.error ? trace.error->message : "";
  };
  EXPECT_EQ(scaled({1, 1, 1}, {0, 0, 0}), "");
  EXPECT_EQ(scaled({1, 1, 1}, {0, 0}), "");
  EXPECT_EQ(scaled({1, 1}, {0, 0}), "");
}

// More than a tensor needs is more than its kernel reads.
TEST(ValidatorTest, ConstantDataMayBeLongerThanItsTensor) {
  const auto stored = [](std::size_t bytes) {
    ModelBuilder model("long");
    const auto in = model.addTensor("in", schema::TensorType_INT8, {4}, {{1}, {0}, 0});
    const auto constant =
        model.addConstant("c", schema::TensorType_INT8, {4}, std::vector<std::uint8_t>(bytes, 3), {{1}, {0}, 0});
    const auto out = model.addTensor("out", schema::TensorType_INT8, {4}, {{1}, {0}, 0});
    model.addOperator(schema::BuiltinOperator_ADD, {in, constant}, {out});
    model.setInputs({in});
    model.setOutputs({out});
    return finding(model.finish());
  };
  EXPECT_EQ(stored(4), "");
  EXPECT_EQ(stored(8), "");
  EXPECT_NE(stored(3), "");
}

TEST(ValidatorTest, SubgraphsMustNotCallEachOtherInACircle) {
  ModelBuilder model("circle");
  const auto condition = [&] {
    return generator::OptionsReference{schema::BuiltinOptions_IfOptions,
                                       schema::CreateIfOptions(model.flatbuffer(), 1, 1).Union()};
  };
  for (int graph = 0; graph < 2; ++graph) {
    const auto in = model.addTensor("in", schema::TensorType_BOOL, {1});
    model.addOperator(schema::BuiltinOperator_IF, {in}, {}, condition());
    model.setInputs({in});
    model.setOutputs({});
    if (graph == 0) model.beginSubgraph();
  }
  EXPECT_NE(finding(model.finish()).find("subgraphs call each other endlessly"), std::string::npos);
}

TEST(ValidatorTest, LimitsAreNamedWithTheirSizeAndHowToChangeThem) {
  const auto with = [](const char* text, const std::vector<std::uint8_t>& bytes) {
    Limits limits;
    EXPECT_FALSE(setLimit(limits, text)) << text;
    const auto error = validateModel(bytes, limits);
    return error ? error->message : "";
  };
  EXPECT_EQ(with("tensors=4", test::twoLayerModel()),
            "the model has 5 tensors: the limit is 4 (tensors in all subgraphs; --limit tensors=N changes it)");
  EXPECT_EQ(with("tensors=5", test::twoLayerModel()), "");
  EXPECT_NE(with("operators=1", test::twoLayerModel()).find("2 operators: the limit is 1"), std::string::npos);
  EXPECT_NE(with("rank=1", test::twoLayerModel()).find("2 dimensions: the limit is 1"), std::string::npos);
}

// Changed bytes: whatever passes the validator must also run, or be refused, without harm.
TEST(ValidatorTest, ChangedBytesNeverCrash) {
  const std::vector<std::uint8_t> whole = test::twoLayerModel();
  std::mt19937 random(11);
  int accepted = 0;
  for (int round = 0; round < 3000; ++round) {
    std::vector<std::uint8_t> bytes = whole;
    bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
    if (validateModel(bytes)) continue;
    ++accepted;
    const run::RunTrace trace = test::hostRun(bytes, 1 << 16);
    EXPECT_TRUE(trace.invoked || (trace.error && !trace.error->message.empty()));
  }
  EXPECT_GT(accepted, 100);
}

} // namespace
} // namespace arenascope::model

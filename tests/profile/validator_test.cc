#include "core/profile/validator.h"

#include <gtest/gtest.h>

#include <random>

#include "resources/generator/model_builder.h"
#include "tests/support/test_models.h"

namespace arenascope::profile {
namespace {

using generator::bytesOf;
using generator::ModelBuilder;

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
  EXPECT_NE(finding(model.finish()).find("schema version 2, only version 3"), std::string::npos);
}

TEST(ValidatorTest, TensorIndicesOutOfRangeAreNamed) {
  ModelBuilder model("bad index");
  const auto in = model.addTensor("in", schema::TensorType_FLOAT32, {1});
  model.addOperator(schema::BuiltinOperator_RELU, {in}, {7});
  model.setInputs({in});
  model.setOutputs({in});
  const auto error = validateModel(model.finish());
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->message, "operator 0: output 0 is tensor 7, the subgraph has 1");
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
  EXPECT_NE(finding(model.finish()).find("its buffer has 8 bytes, its shape and type need 16"), std::string::npos);
}

TEST(ValidatorTest, ShapesThatOverflowOrAreNegativeAreNamed) {
  for (const std::vector<std::int32_t>& shape :
       {std::vector<std::int32_t>{1 << 16, 1 << 16, 4}, {-3, 4}, {1, 1, 1, 1, 1, 1, 1, 1, 1}}) {
    ModelBuilder model("shape");
    const auto in = model.addTensor("in", schema::TensorType_FLOAT32, shape);
    model.setOutputs({in});
    EXPECT_NE(finding(model.finish()), "");
  }
}

// The four bytes in front move everything by four: zero points, of 8 bytes each, are then not aligned.
TEST(ValidatorTest, NumbersThatAreNotAlignedAreNamed) {
  ModelBuilder model("alignment");
  const auto weights = model.addConstant("weights", schema::TensorType_INT8, {2}, {1, 2}, {{0.5F}, {3}, 0});
  model.setOutputs({weights});
  const std::vector<std::uint8_t> bytes = model.finish();
  constexpr std::size_t kShift = 4;
  alignas(16) static std::uint8_t shifted[4096];
  ASSERT_LT(bytes.size() + kShift, sizeof(shifted));
  std::copy(bytes.begin(), bytes.end(), shifted + kShift);
  const auto error = validateModel({shifted + kShift, bytes.size()});
  ASSERT_TRUE(error.has_value());
  EXPECT_NE(error->message.find("not aligned"), std::string::npos) << error->message;
}

TEST(ValidatorTest, ScalesMustBeFinite) {
  ModelBuilder model("scale");
  const auto in = model.addTensor("in", schema::TensorType_INT8, {4}, {{std::numeric_limits<float>::infinity()}, {0}});
  model.setOutputs({in});
  EXPECT_NE(finding(model.finish()).find("scale 0 is not a finite"), std::string::npos);
}

// Changed bytes: whatever passes the gate must also run, or be refused, without harm.
TEST(ValidatorTest, ChangedBytesNeverCrash) {
  const std::vector<std::uint8_t> whole = test::twoLayerModel();
  std::mt19937 random(11);
  int accepted = 0;
  for (int round = 0; round < 3000; ++round) {
    std::vector<std::uint8_t> bytes = whole;
    bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
    if (validateModel(bytes)) continue;
    ++accepted;
    const RunTrace trace = test::hostRun(bytes, 1 << 16);
    EXPECT_TRUE(trace.invoked || (trace.error && !trace.error->message.empty()));
  }
  EXPECT_GT(accepted, 100);
}

} // namespace
} // namespace arenascope::profile

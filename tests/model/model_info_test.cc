#include "core/model/graph/model_info.h"
#include "core/model/load/model_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <regex>

#include "core/model/load/operator_options.h"
#include "core/model/load/read_model_info.h"
#include "tests/support/test_models.h"

namespace arenascope::model {
namespace {

TEST(ModelInfoTest, CountsWhatTheModelHas) {
  const ModelInfo info = test::loaded(test::twoLayerModel()).info;
  EXPECT_EQ(info.tensorCount(), 5U);
  EXPECT_EQ(info.operatorCount(), 2U);
  EXPECT_EQ(info.weightBytes, 4U * (8 * 4 + 2 * 8));
  const SubgraphInfo& main = info.subgraphs.front();
  EXPECT_EQ(main.operators[0].name, "FULLY_CONNECTED");
  EXPECT_EQ(main.operators[0].macs, 32U);
  EXPECT_EQ(main.operators[0].weightBytes, 128U);
  EXPECT_EQ(main.tensors[2].type, "float32");
  EXPECT_EQ(shapeText(main.tensors[2].shape), "1x8");
  EXPECT_EQ(info.tensorByPlanIndex(4)->name, "out");
  EXPECT_EQ(info.tensorByPlanIndex(5), nullptr);
}

// 25x5 outputs of 64 channels, filters of 10x4x1: 25 · 5 · 64 · 40.
TEST(ModelInfoTest, CountsMultipliesOfAConvolution) {
  const Result<ModelFile> file = ModelFile::load(test::sampleModel("keyword_spotter"));
  ASSERT_TRUE(file);
  EXPECT_EQ(readModelInfo(*file).subgraphs.front().operators[0].macs, 25U * 5 * 64 * 40);
}

// Against the schema's own readers: what is there, and what the file leaves out.
TEST(ModelInfoTest, OptionsAreThoseOfTheFile) {
  int seen = 0;
  for (const char* sample : {"keyword_spotter", "person_detector", "autoencoder"}) {
    const Result<ModelFile> file = ModelFile::load(test::sampleModel(sample));
    ASSERT_TRUE(file) << sample;
    const ModelInfo info = readModelInfo(*file);
    const auto& operators = *schema::GetModel(file->bytes().data())->subgraphs()->Get(0)->operators();
    for (flatbuffers::uoffset_t i = 0; i < operators.size(); ++i) {
      std::map<std::string, std::string> options;
      for (const OperatorOption& option : info.subgraphs[0].operators[i].options) {
        EXPECT_FALSE(option.value.empty()) << option.name;
        EXPECT_TRUE(options.emplace(option.name, option.value).second) << option.name;
      }
      if (const auto* conv = operators.Get(i)->builtin_options_as_Conv2DOptions(); conv != nullptr) {
        ++seen;
        EXPECT_EQ(options.at("stride_w"), std::to_string(conv->stride_w()));
        EXPECT_EQ(options.at("stride_h"), std::to_string(conv->stride_h()));
        EXPECT_EQ(options.at("dilation_w_factor"), std::to_string(conv->dilation_w_factor()));
        EXPECT_EQ(options.at("padding"), schema::EnumNamePadding(conv->padding()));
        EXPECT_EQ(options.at("fused_activation_function"),
                  schema::EnumNameActivationFunctionType(conv->fused_activation_function()));
      }
      if (const auto* softmax = operators.Get(i)->builtin_options_as_SoftmaxOptions(); softmax != nullptr) {
        EXPECT_EQ(std::stof(options.at("beta")), softmax->beta());
      }
    }
  }
  EXPECT_GT(seen, 10);
}

// The only defaults of options that are not zero are those that the reader knows.
TEST(ModelInfoTest, KnowsTheFormatsDefaults) {
  const std::string text =
      test::readText(std::filesystem::path(ARENASCOPE_SOURCE_DIR) / "core/interpreter/schema/tflite.fbs");
  const std::size_t first = text.find("table Conv2DOptions");
  const std::string options = text.substr(first, text.find("union BuiltinOptions") - first);
  const std::regex given(R"((\w+):\w+ = (\w+))");
  int count = 0;
  for (auto found = std::sregex_iterator(options.begin(), options.end(), given); found != std::sregex_iterator();
       ++found, ++count) {
    const std::string name = (*found)[1];
    EXPECT_EQ((*found)[2], name.starts_with("dilation_") ? "1" : "true") << name;
    EXPECT_TRUE(name.starts_with("dilation_") || name == "pot_scale_int16") << name;
  }
  EXPECT_EQ(count, 6);
}

TEST(ModelInfoTest, QuantizationIsAScaleOrTheRangeOfItsChannels) {
  const Result<ModelFile> file = ModelFile::load(test::sampleModel("keyword_spotter"));
  ASSERT_TRUE(file);
  const ModelInfo info = readModelInfo(*file);
  const auto& op = info.subgraphs[0].operators[0];
  const auto& tensors = info.subgraphs[0].tensors;
  EXPECT_TRUE(tensors[op.inputs[0].position()].quantization.starts_with("scale "));
  EXPECT_TRUE(tensors[op.inputs[1].position()].quantization.starts_with("64 scales from "));
}

} // namespace
} // namespace arenascope::model

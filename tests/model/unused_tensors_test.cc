// Models written without tensors that nothing uses.
#include "core/model/rewrite/unused_tensors.h"

#include <gmock/gmock.h>

#include "core/model/builder/model_builder.h"
#include "core/model/load/model_file.h"
#include "tests/support/test_models.h"

namespace arenascope::rewrite {
namespace {

std::vector<std::string> namesOf(const model::ModelFile& file) {
  std::vector<std::string> names;
  for (const model::Tensor& tensor : file.graph().main().tensors) names.emplace_back(tensor.name);
  return names;
}

TEST(UnusedTensorsTest, TensorsAreRenumbered) {
  const builder::Quantization quantization{{0.5F}, {0}, 0};
  builder::ModelBuilder model("unused");
  model.addTensor("nothing", schema::TensorType_INT8, {1, 64}, quantization);
  const auto in = model.addTensor("in", schema::TensorType_INT8, {1, 64}, quantization);
  model.addConstant("spare", schema::TensorType_INT8, {4}, {1, 2, 3, 4}, quantization);
  const auto out = model.addTensor("out", schema::TensorType_INT8, {1, 64}, quantization);
  model.addOperator(schema::BuiltinOperator_RELU, {in}, {out});
  model.setInputs({in});
  model.setOutputs({out});
  const auto written = withoutUnusedTensors(model.finish());
  ASSERT_TRUE(written) << written.error().message;
  const model::ModelFile file = test::fileOf(*written);
  EXPECT_THAT(namesOf(file), testing::ElementsAre("in", "out"));
  EXPECT_THAT(file.graph().main().inputs, testing::ElementsAre(0));
  EXPECT_THAT(file.graph().main().outputs, testing::ElementsAre(1));
  EXPECT_EQ(file.graph().main().operators.front().input(0), 0);
  EXPECT_EQ(file.graph().main().operators.front().outputs.front(), 1);
}

TEST(UnusedTensorsTest, AModelThatUsesAllStays) {
  for (const char* name : {"countdown", "keyword_spotter", "sine"}) {
    const auto before = model::ModelFile::load(test::sampleModel(name));
    ASSERT_TRUE(before);
    const auto written = withoutUnusedTensors(before->bytes());
    ASSERT_TRUE(written) << written.error().message;
    EXPECT_EQ(namesOf(test::fileOf(*written)), namesOf(*before)) << name;
  }
}

} // namespace
} // namespace arenascope::rewrite

#include "core/model/model_info.h"

#include <gtest/gtest.h>

#include "tests/support/test_models.h"

namespace arenascope::profile {
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

} // namespace
} // namespace arenascope::profile

#include "core/diagnosis/model_places.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/test_models.h"

namespace arenascope::diagnosis {
namespace {

using testing::SizeIs;

TEST(ModelPlacesTest, OperatorsAreNamedWithTheirSubgraphWhereItIsAnother) {
  const model::ModelInfo model = test::profileOf(test::sampleModel("countdown"), "cortex-m4").model;
  ASSERT_GT(model.subgraphs.size(), 1U);
  EXPECT_EQ(nameOf(model, {0, 0}), "operator 0 (" + model.subgraphs[0].operators[0].name + ")");
  EXPECT_EQ(nameOf(model, {1, 0}), "operator 1:0 (" + model.subgraphs[1].operators[0].name + ")");
}

TEST(ModelPlacesTest, AreFoundByAnOperatorsName) {
  const model::ModelInfo model = test::profileOf(test::sampleModel("person_detector"), "cortex-m4").model;
  EXPECT_THAT(placesNamed(model, {"SOFTMAX"}), SizeIs(1));
  EXPECT_THAT(placesNamed(model, {"LSTM"}), SizeIs(0));
  const std::vector<Place> all = placesOf(model, [](const auto&, const auto&) { return true; });
  EXPECT_THAT(all, SizeIs(model.subgraphs[0].operators.size()));
  ASSERT_GT(all.size(), kShownPlaces);
  EXPECT_NE(listed(model, all).find(std::to_string(all.size() - kShownPlaces) + " more"), std::string::npos)
      << listed(model, all);
}

TEST(ModelPlacesTest, AnAbsentTensorIsNone) {
  const model::ModelInfo model = test::profileOf(test::sampleModel("sine"), "cortex-m4").model;
  EXPECT_EQ(tensorOf(model, {0, 0}, TensorId{-1}), nullptr);
  EXPECT_NE(tensorOf(model, {0, 0}, TensorId{0}), nullptr);
  EXPECT_FALSE(isHybrid(model.subgraphs[0], operatorAt(model, {0, 0})));
}

} // namespace
} // namespace arenascope::diagnosis

// Models of single operators are valid, and the reference kernels compute nearly all of them.
#include "core/model/builder/operator_families.h"

#include <gtest/gtest.h>

#include <set>

#include "core/interpreter/ops/operator_table.h"
#include "tests/support/test_models.h"

namespace arenascope::builder {
namespace {

std::vector<OperatorFamily> families() {
  std::vector<OperatorFamily> all;
  for (const auto& each : {layerFamilies(), plainFamilies()}) all.insert(all.end(), each.begin(), each.end());
  return all;
}

class OperatorFamiliesTest : public testing::TestWithParam<OperatorFamily> {};

TEST_P(OperatorFamiliesTest, MakesModelsThatRun) {
  constexpr std::uint32_t kModels = 12;
  const test::TemporaryFolder folder;
  std::uint32_t ran = 0;
  std::string refusal;
  for (std::uint32_t i = 0; i < kModels; ++i) {
    Random random = randomFor(i);
    const auto path = folder.write(std::string("m") + std::to_string(i) + ".tflite",
                                   GetParam().make(GetParam().op, random, Scope::kAll));
    const report::Report report = test::profileOf(path, "host", "reference");
    ASSERT_EQ(report.model.operatorNames(), std::vector<std::string>{GetParam().op});
    if (report.ok())
      ++ran;
    else
      refusal = report.error->message;
  }
  EXPECT_GE(ran, kModels / 2) << refusal;
}

INSTANTIATE_TEST_SUITE_P(All, OperatorFamiliesTest, testing::ValuesIn(families()),
                         [](const testing::TestParamInfo<OperatorFamily>& info) { return std::string(info.param.op); });

TEST(OperatorFamilies, EachIsThereOnceAndInTheTable) {
  std::set<std::string> names;
  for (const OperatorFamily& family : families()) {
    EXPECT_TRUE(names.insert(family.op).second) << family.op;
    EXPECT_NE(ops::findOperator(family.op), nullptr) << family.op;
  }
  EXPECT_GT(names.size(), 60U);
}

// A run is the same wherever and whenever it is.
TEST(OperatorFamilies, TheSameNumberMakesTheSameModel) {
  for (const OperatorFamily& family : families()) {
    Random one = randomFor(7);
    Random other = randomFor(7);
    EXPECT_EQ(family.make("m", one, Scope::kAll), family.make("m", other, Scope::kAll)) << family.op;
  }
}

} // namespace
} // namespace arenascope::builder

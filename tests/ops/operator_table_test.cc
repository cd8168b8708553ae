#include "core/ops/operator_table.h"

#include <gtest/gtest.h>

#include <set>

#include "core/kernels/cmsis_nn/registrations.h"
#include "core/kernels/reference/registrations.h"

namespace arenascope::ops {
namespace {

TEST(OperatorTableTest, RowsAreTheKernelsThatAreRegistered) {
  ASSERT_EQ(std::size(kOperators), kernels::reference::kAll.size());
  for (std::size_t i = 0; i < std::size(kOperators); ++i) {
    EXPECT_EQ(kOperators[i].name(), kernels::reference::kAll[i]->name());
    EXPECT_EQ(kOperators[i].name(), kernels::cmsis_nn::kAll[i]->name());
  }
}

TEST(OperatorTableTest, EachOperatorIsThereOnceAndFoundByItsName) {
  std::set<std::string_view> names;
  std::set<std::string_view> methods;
  for (const Operator& op : kOperators) {
    EXPECT_TRUE(names.insert(op.name()).second) << op.name();
    EXPECT_TRUE(methods.insert(op.method).second) << op.method;
    EXPECT_EQ(findOperator(op.name()), &op);
  }
  EXPECT_EQ(findOperator("HASHTABLE"), nullptr);
}

TEST(OperatorTableTest, RulesNameAnInputThatMayBeThere) {
  for (const Operator& op : kOperators) {
    EXPECT_LE(op.rule.inputs.low, op.rule.inputs.high) << op.name();
    EXPECT_LE(op.rule.outputs.low, op.rule.outputs.high) << op.name();
    EXPECT_TRUE(op.rule.data == 0 || op.rule.data < op.rule.inputs.high) << op.name();
  }
}

// Two traits with one bit made SOFTMAX an operator that keeps its input's bytes.
TEST(OperatorTableTest, TraitsAreApart) {
  Traits seen = 0;
  for (const Traits trait : {kReadsState, kWritesState, kMayEnd, kNamesResource, kWritesOwnData, kKeepsBytes,
                             kOtherOrder, kByElement, kCopies}) {
    EXPECT_NE(trait, 0);
    EXPECT_EQ(trait & (trait - 1), 0) << int{trait};
    EXPECT_EQ(seen & trait, 0) << int{trait};
    seen |= trait;
  }
  EXPECT_TRUE(hasTrait("RESHAPE", kKeepsBytes));
  EXPECT_FALSE(hasTrait("RESHAPE", kOtherOrder));
  EXPECT_TRUE(hasTrait("SOFTMAX", kOtherOrder));
  EXPECT_FALSE(hasTrait("SOFTMAX", kKeepsBytes));
  EXPECT_TRUE(hasTrait("CONCATENATION", kCopies));
  EXPECT_FALSE(hasTrait("RESHAPE", kCopies)) << "it copies bytes onto themselves";
  EXPECT_TRUE(hasTrait("ADD", kByElement));
  EXPECT_FALSE(hasTrait("CONV_2D", kByElement));
}

} // namespace
} // namespace arenascope::ops
